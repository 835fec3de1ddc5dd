import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from './build-app.ts'
import { BuiltFiles, type Sizes, total } from './built-files.ts'
import { answers } from './teaching/answers.ts'

const KB = 1000

let folder: string
beforeAll(async () => {
  folder = await buildApp('sizes')
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))

function expectAtMost(budget: number, sizes: Sizes): void {
  expect(total(sizes), JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(budget)
}

test('the worker of a device stays within 64 kB, and the one of a club, with its sync, within 80 kB', () => {
  expectAtMost(64 * KB, new BuiltFiles(folder).gzipped('sw.js'))
  expectAtMost(80 * KB, new BuiltFiles(folder).gzipped('club-sw.js'))
})

test('the landing screen stays within 133 kB of scripts', () => {
  const built = new BuiltFiles(folder)
  expectAtMost(133 * KB, built.gzipped(...built.scriptsOf('landing')))
})

test('the home feed stays within 179 kB of scripts', () => {
  const built = new BuiltFiles(folder)
  expectAtMost(179 * KB, built.gzipped(...built.scriptsOf('home')))
})

test('the styles of all screens but the tester stay within 12 kB', () => {
  const built = new BuiltFiles(folder)
  expectAtMost(12 * KB, built.gzipped(...built.stylesOf('landing', 'home', 'after-paint')))
})

test('the worker precaches 214 kB in 13 files before it starts, and 2.16 MB in all', () => {
  const { first, all } = new BuiltFiles(folder).precache()
  expectAtMost(214 * KB, first)
  expect(Object.keys(first).length, Object.keys(first).join('\n')).toBeLessThanOrEqual(13)
  expectAtMost(2160 * KB, all)
})

test('the Lab loads 90 kB of scripts that no other screen has', () => {
  const built = new BuiltFiles(folder)
  const names = readdirSync(join(folder, 'assets')).filter((name) =>
    /^(lab-worker-|mock_\.lab-).*\.js$/.test(name),
  )
  expect(names).toHaveLength(2)
  expectAtMost(90 * KB, built.gzipped(...names.map((name) => `assets/${name}`)))
})

test('all scripts of the page are classic: Chromium has no code cache for modules from a worker', () => {
  const assets = join(folder, 'assets')
  const modules = readdirSync(assets).filter(
    (name) =>
      /\.js$/.test(name) &&
      !/^(shrink|lab|text|reader)-worker-/.test(name) &&
      !readFileSync(join(assets, name), 'utf8').startsWith('System.register('),
  )
  expect(modules).toEqual([])
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toContain('type="module"')
})

test('no script only passes on exports of another: each would be one more request of a screen', () => {
  const assets = join(folder, 'assets')
  const onlyExports = readdirSync(assets).filter((name) => {
    if (!name.endsWith('.js')) return false
    const code = readFileSync(join(assets, name), 'utf8')
    return /^System\.register\([^{]*\{"use strict";(var [^;]*;)?return\{.*execute:function\(\)\{\}/.test(
      code,
    )
  })
  expect(onlyExports).toEqual([])
})

test('no style searches the document for a state: browsers would do it again after each change', () => {
  const assets = join(folder, 'assets')
  const styles = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const selectors = styles.flatMap((name) =>
    (readFileSync(join(assets, name), 'utf8').match(/[^{}]+(?=\{)/g) ?? []).filter((selector) =>
      /(#root|html|:root|body|main)[^\s,>+~]*:has\(.*:(focus|active|hover|checked)/.test(selector),
    ),
  )
  expect(selectors).toEqual([])
})

test('no file has an answer to a planted defect (R13.16, R13.17)', () => {
  const built = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const given = Object.values(answers).flatMap(({ fault, steps }) => [fault, steps])
  expect(given.filter((text) => built.some((file) => file.includes(text)))).toEqual([])
})

/** Width and height, from the header of a PNG. */
function sizeOf(file: string): string {
  const header = readFileSync(join(folder, file))
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`
}

test('every picture in the manifest exists, in the size that the manifest states', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
  type Picture = { src: string; sizes: string; purpose?: string; form_factor?: string }
  const { icons, screenshots }: { icons: Picture[]; screenshots: Picture[] } = manifest
  for (const { src, sizes } of [...icons, ...screenshots]) expect(sizeOf(src), src).toBe(sizes)
  const purposes = icons.map(({ purpose }) => purpose)
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable', 'monochrome']))
  expect(screenshots.map((one) => one.form_factor).sort()).toEqual(['narrow', 'wide'])
  expect(existsSync(join(folder, 'icons/apple-touch-icon.png'))).toBe(true)
})
