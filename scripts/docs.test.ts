import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsIn, codeIn, filesIn, linksIn } from './read-markdown.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const documents = ['*.md', 'docs/**/*.md', '.github/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
)

test.each(documents)('%s links to files and headings that are there', (document) => {
  const broken = linksIn(read(document)).filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? relative(root, join(root, dirname(document), path)) : document
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsIn(read(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

/** What npm does by itself. */
const OF_NPM = ['ci', 'install', 'run']

test.each(documents)('%s names npm scripts that are there', (document) => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = codeIn(read(document)).flatMap((code) =>
    [...code.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
  )
  expect(named.filter((name) => !(name in scripts || OF_NPM.includes(name)))).toEqual([])
})

const SOURCES = [
  'src',
  'mocks',
  'server',
  'e2e',
  'examples',
  'bench',
  'scripts',
  'docs',
  'public',
  '.github',
]
const PATH = RegExp(`^(${SOURCES.join('|').replace('.', '\\.')})/[\\w.{},*/$@-]*$`)

test.each(documents)('%s names files and folders that are there', (document) => {
  const named = codeIn(read(document)).filter((code) => PATH.test(code))
  expect(named.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
})

test.each(documents)('%s shows of a file what stands in it', (document) => {
  const changed = filesIn(read(document)).filter(({ path, text }) => !read(path).includes(text))
  expect(changed).toEqual([])
})

test('every example is shown', () => {
  const shown = documents.flatMap((document) => filesIn(read(document))).map(({ path }) => path)
  expect(globSync('examples/*/*', { cwd: root }).filter((path) => !shown.includes(path))).toEqual(
    [],
  )
})
