import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BuiltFiles, type Sizes, total } from './built-files.ts'

const KB = 1000
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'gearheads-build-'))
let built: BuiltFiles

beforeAll(() => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Vitest sets NODE_ENV to test.
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir']
  execFileSync(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
  built = new BuiltFiles(folder)
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true }))

function expectAtMost(budget: number, sizes: Sizes): void {
  expect(total(sizes), JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(budget)
}

test('the worker script stays within 40 kB', () => {
  expectAtMost(40 * KB, built.gzipped('sw.js'))
})

test('the landing screen stays within 125 kB of scripts', () => {
  expectAtMost(125 * KB, built.gzipped(...built.scriptsOf('landing')))
})

test('the home feed stays within 155 kB of scripts', () => {
  expectAtMost(155 * KB, built.gzipped(...built.scriptsOf('home')))
})

test('the styles of all screens but the tester stay within 10 kB', () => {
  expectAtMost(10 * KB, built.gzipped(...built.stylesOf('landing', 'home', 'after-paint')))
})

test('the precache is 200 kB in 12 files before the worker starts, and 1.5 MB in all', () => {
  const { first, all } = built.precache()
  expectAtMost(200 * KB, first)
  expect(Object.keys(first).length, Object.keys(first).join('\n')).toBeLessThanOrEqual(12)
  expectAtMost(1500 * KB, all)
})

/** Width and height, as the head of a PNG file states them. */
function sizeOf(file: string): string {
  const head = readFileSync(join(folder, file))
  return `${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`
}

test('the pictures of the web manifest exist in the sizes that it states', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
  type Picture = { src: string; sizes: string; purpose?: string; form_factor?: string }
  const { icons, screenshots }: { icons: Picture[]; screenshots: Picture[] } = manifest
  for (const { src, sizes } of [...icons, ...screenshots]) expect(sizeOf(src), src).toBe(sizes)
  const purposes = icons.map(({ purpose }) => purpose)
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable', 'monochrome']))
  expect(screenshots.map((one) => one.form_factor).sort()).toEqual(['narrow', 'wide'])
  expect(existsSync(join(folder, 'icons/apple-touch-icon.png'))).toBe(true)
})
