import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiErrors } from '../src/contract/errors.ts'
import { contentTexts } from '../src/features/content/content-texts.ts'
import { anchorsIn, codeIn, filesIn, linksIn } from './markdown.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const documents = ['*.md', '{docs,bench,.github}/**/*.md', 'examples/*/README.md'].flatMap(
  (pattern) => globSync(pattern, { cwd: root }),
)

/** The files that `document` links to, without their anchors. */
function targetsIn(document: string): string[] {
  return linksIn(read(document))
    .filter((link) => !/^[a-z]+:|^#/i.test(link))
    .map((link) => relative(root, join(root, dirname(document), link.split('#')[0] ?? '')))
}

test('every page is reachable from README.md', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    for (const target of targetsIn(page)) if (target.endsWith('.md')) reached.add(target)
  }
  const pages = documents.filter((page) => !page.startsWith('.github'))
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})

const sources = globSync('{src,mocks,sync,server,e2e,bench,scripts}/**/*.{ts,tsx,css}', {
  cwd: root,
})

const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort()

test.each(records)('%s has the sections of a decision record', (record) => {
  const text = read(record)
  const [, number] = /(\d{3})-/.exec(record) ?? []
  expect(text).toMatch(RegExp(`^# ${number}\\. .+\\n\\n(Superseded by .+\\n\\n)?## Context\\n`))
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section)
  expect(sections).toEqual(['Context', 'Decision', 'Consequences'])
})

test('the index of the decision records has every record with its title', () => {
  const rows = [...read('docs/decisions/README.md').matchAll(/^\| \[\d+\]\((.+)\) \| (.+) \|$/gm)]
  const titles = records.map((record) => [
    record.replace('docs/decisions/', ''),
    /^# \d+\. (.+)/.exec(read(record))?.[1],
  ])
  expect(rows.map(([, file, title]) => [file, title])).toEqual(titles)
})

test('R11.35: the rules name every dialog that asks before something is lost', () => {
  const asking = globSync('src/features/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/<ConfirmDialog\s+title=(.+)/g)].map(([, title = '']) => title),
  )
  const titles = asking.flatMap((title) =>
    title === '{texts.removeTitle}'
      ? Object.values(contentTexts).map(({ removeTitle }) => removeTitle)
      : title.replace(/^\{?["`]|["`]\}?$/g, '').replace(/\$\{[^}]*\}/g, '…'),
  )
  const [, rule = ''] =
    /\*\*R11\.35\*\* (.*) "Delete your account/.exec(read('docs/product.md')) ?? []
  const named = [...rule.matchAll(/"([^"]+)"/g)].map(([, title]) => title)
  expect(named.sort()).toEqual(titles.sort())
})

test('comments cite decision records that exist', () => {
  const numbers = records.map((record) => /\d{3}/.exec(record)?.[0])
  const tried = idsIn(read('docs/tried-and-measured.md'))
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdecisions?[ /](\d{3})\b/g)].map(([, number = '']) => ({
      file,
      number,
    })),
  )
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter(({ number }) => ![...numbers, ...tried].includes(number))).toEqual([])
})

test('the budgets of file sizes are those of the tests', () => {
  const table = read('docs/decisions/077-budgets-of-file-sizes.md')
  const budgets = [...table.matchAll(/^\| [^|]+ \| ([\d.]+) (kB|MB)/gm)].map(
    ([, number, unit]) => Number(number) * (unit === 'MB' ? 1000 : 1),
  )
  const tested = [...read('scripts/built-files.test.ts').matchAll(/expectAtMost\(([\d.]+) \* KB/g)]
  expect(budgets.sort()).toEqual(tested.map(([, number]) => Number(number)).sort())
})

test.each(documents)('%s links to files and headings that exist', (document) => {
  const broken = linksIn(read(document)).filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? relative(root, join(root, dirname(document), path)) : document
    if (!existsSync(join(root, target))) return true
    if (anchor === undefined) return false
    const text = read(target)
    return ![...anchorsIn(text), ...idsIn(text)].includes(anchor)
  })
  expect(broken).toEqual([])
})

/** Explicit anchors: `<a id="R4.2"></a>`. */
function idsIn(markdown: string): string[] {
  return [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id)
}

test('the rules of the product are numbered without a gap', () => {
  const text = read('docs/product.md')
  const areas = [...text.matchAll(/^## (\d+)\./gm)].map(([, area]) => `R${area}`)
  const rules = [...text.matchAll(/^- <a id="(.+?)"><\/a>\*\*(.+?)\*\* ./gm)]
  expect(rules.filter(([, id, shown]) => id !== shown)).toEqual([])
  const expected = areas.flatMap((area) => {
    const count = rules.filter(([, id]) => id?.split('.')[0] === area).length
    return [area, ...Array.from({ length: count }, (_, index) => `${area}.${index + 1}`)]
  })
  expect(idsIn(text)).toEqual(expected)
})

/** The numbers of `1, 3–5`. */
function numbersIn(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )
}

test('each rule is that of the specification, fills in what it leaves open, or has a row in decision 076', () => {
  const [, text = ''] = read(
    'docs/decisions/076-where-the-rules-differ-from-the-specification.md',
  ).split('## Decision')
  const ranges = text.matchAll(/\[R(\d+)\.(\d+)\]\([^)]*\)(?: to \[R\d+\.(\d+)\])?/g)
  const withRow = [...ranges].flatMap(([, area, first, last = first]) =>
    numbersIn(`${first}–${last}`).map((number) => `R${area}.${number}`),
  )
  const others = [...text.matchAll(/^\| R(\d+) \| ([^|]*) \|([^|]*)\|$/gm)].flatMap(
    ([, area, specified = '', open = '']) =>
      [...numbersIn(specified), ...numbersIn(open)].map((number) => `R${area}.${number}`),
  )
  const rules = idsIn(read('docs/product.md')).filter((id) => id.includes('.'))
  expect(rules.filter((rule) => ![...withRow, ...others].includes(rule))).toEqual([])
  const known = others.filter((rule) => rules.includes(rule) && !withRow.includes(rule))
  expect(others).toEqual([...new Set(known)])
})

test('comments cite rules that exist', () => {
  const rules = idsIn(read('docs/product.md'))
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(R\d+\.\d+)\b/g)].map(([, rule = '']) => ({ file, rule })),
  )
  expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([])
})

test('the errors of the rules are those of the contract, to the letter (R11.7 to R11.30)', () => {
  const known = Object.values(apiErrors).map(({ status, text }) => `${status} ${text}`)
  const rules = read('docs/product.md').matchAll(/\*\*R11\.(\d+)\*\* (.+)/g)
  for (const [, number = '', rule = ''] of rules) {
    if (Number(number) < 7 || Number(number) > 30) continue
    let status = ''
    let count = 0
    for (const [, digits, text] of rule.matchAll(/\b(\d{3})\b(?=,? )|`"(.+?)"`/g)) {
      if (digits) status = digits
      else count += known.includes(`${status} ${text}`) ? 1 : Number.NaN
    }
    expect(count, rule).toBeGreaterThan(0)
  }
})

/** Commands of npm itself. */
const NPM_COMMANDS = ['ci', 'install', 'run']

const { scripts } = JSON.parse(read('package.json'))

/** The npm scripts that a page names. */
function scriptsIn(document: string): string[] {
  return codeIn(read(document)).flatMap((code) =>
    [...code.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
  )
}

test.each(documents)('%s names npm scripts that exist', (document) => {
  const example = join(dirname(document), 'package.json')
  const own = existsSync(join(root, example)) ? JSON.parse(read(example)).scripts : {}
  const known = [...Object.keys({ ...scripts, ...own }), ...NPM_COMMANDS]
  expect(scriptsIn(document).filter((name) => !known.includes(name))).toEqual([])
})

test('the documents name every npm script', () => {
  const named = documents.flatMap(scriptsIn)
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([])
})

test('the newest release of the changelog is the version of the package', () => {
  const [, newest] = /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(JSON.parse(read('package.json')).version)
})

const SOURCES = [
  'src',
  'mocks',
  'sync',
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

test.each(documents)('%s names files and folders that exist', (document) => {
  const named = codeIn(read(document)).filter((code) => PATH.test(code))
  expect(named.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
})

test.each(documents)('%s quotes files exactly', (document) => {
  const changed = filesIn(read(document)).filter(({ path, text }) => !read(path).includes(text))
  expect(changed).toEqual([])
})

test('the documents name every example', () => {
  const text = documents.map(read).join('\n')
  const examples = [
    ...globSync('examples/*', { cwd: root }),
    ...globSync('examples/playwright/**/*.spec.ts', { cwd: root }),
  ]
  const unnamed = examples
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !text.includes(path))
  expect(unnamed.filter((path) => !path.includes('node_modules'))).toEqual([])
})

test('the nginx block sends the headers of public/_headers', () => {
  const [nginx = ''] = /```nginx\n[\s\S]*?```/.exec(read('docs/club.md')) ?? []
  const headers = [...read('public/_headers').matchAll(/^ {2}([\w-]+): (.+)$/gm)]
  // `expires` makes these, and `types` that one.
  const others = headers.filter(([, name = '']) => !/^(Cache-Control|Content-Type)$/.test(name))
  expect(others.length).toBeGreaterThan(5)
  const missing = others.filter(
    ([, name, value]) =>
      !nginx.includes(`add_header ${name} ${value};`) &&
      !nginx.includes(`add_header ${name} "${value}";`),
  )
  expect(missing).toEqual([])
})

const sample = [
  '# The `npm` way: *a* [guide](docs/a.md)',
  '## Run it',
  '## Run it',
  'See [here](docs/a.md#run-it "title"), ![shot](b.png) and <img src="c.png" alt="">.',
  'But `[not](this.md)` nor:',
  '```sh',
  '# npm run no-heading',
  '[not](this.md)',
  '```',
  'Then `npm test`.',
].join('\n')

test('finds links, except those in code', () => {
  expect(linksIn(sample)).toEqual(['docs/a.md', 'docs/a.md#run-it', 'b.png', 'c.png'])
})

test('headings have the anchors that GitHub generates', () => {
  expect(anchorsIn(sample)).toEqual(['the-npm-way-a-guide', 'run-it', 'run-it-1'])
  expect(anchorsIn('### POST /api/posts/like/:postId')).toEqual(['post-apipostslikepostid'])
})

test('finds code in spans and in blocks', () => {
  expect(codeIn(sample)).toEqual([
    '```sh\n# npm run no-heading\n[not](this.md)\n```',
    'npm',
    '[not](this.md)',
    'npm test',
  ])
})

test('a code block may name its file', () => {
  const markdown = ['```ts a/b.ts', 'one()', '', 'two()', '```', '', '```sh', 'npm test', '```']
  expect(filesIn(markdown.join('\n'))).toEqual([{ path: 'a/b.ts', text: 'one()\n\ntwo()' }])
})
