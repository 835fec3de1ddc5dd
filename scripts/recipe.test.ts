import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { blocksIn } from './markdown.ts'

const modules = resolve('node_modules')

/** This repository without what git ignores, in a folder that the test removes. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-recipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', list, { encoding: 'utf8' }).split('\0')) {
    if (file && existsSync(file)) cpSync(file, join(folder, file))
  }
  // Links to the packages, and a copy of the compiler's cache.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(modules).filter((one) => one !== '.cache')) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  const cache = 'node_modules/.cache/tsc'
  if (existsSync(cache)) cpSync(cache, join(folder, cache), { recursive: true })
  return folder
}

/** Applies a block of changes. Its lines without `+` must be in the file once. */
function apply(file: string, diff: string): void {
  for (const hunk of diff.split('\n@@\n')) {
    const linesExcept = (sign: string) => {
      const lines = hunk.split('\n').filter((line) => line[0] !== sign)
      return `\n${lines.map((line) => line.slice(1)).join('\n')}\n`
    }
    const parts = `\n${readFileSync(file, 'utf8')}`.split(linesExcept('+'))
    expect(parts, `${file} must contain once:${linesExcept('+')}`).toHaveLength(2)
    writeFileSync(file, parts.join(linesExcept('-')).slice(1))
  }
}

// Copies the repository and compiles it.
test('the recipe for a new endpoint works as it is written', { timeout: 600_000 }, async () => {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8')
  const [recipe = ''] = /^## Recipe: a new endpoint\n[\s\S]*?(?=^## )/m.exec(guide) ?? []
  const blocks = blocksIn(recipe)
  const changes = blocks.filter(({ language }) => language === 'diff')
  const cwd = copyRepository()
  for (const { path, text } of changes) apply(join(cwd, path), text)

  const changed = changes.map(({ path }) => `'${path}'`).join(' ')
  /** Only the projects and files that the recipe changes, to save half of the time. */
  const check = `tsc -b src mocks scripts && biome check --error-on-warnings ${changed} && knip`
  const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))
  expect(commands.join('\n')).toContain('npm run check\n')
  const PATH = [join(modules, '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  const script = commands.join('\n').replace('npm run check\n', `${check}\n`)
  const options = { cwd, env: { ...process.env, PATH } }
  const failure = await promisify(execFile)('sh', ['-ec', script], options).then(
    () => '',
    ({ stdout, stderr }) => stdout + stderr,
  )
  expect(failure).toBe('')
})
