import { expect, test } from 'playwright/test'
import { BuiltFiles, type Sizes, total } from '../../scripts/built-files.ts'
import { firstBuild } from '../support/static-host.ts'

const KB = 1000

function expectAtMost(budget: number, sizes: Sizes): void {
  expect(total(sizes), JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(budget)
}

test('the worker script stays within 40 kB', () => {
  expectAtMost(40 * KB, new BuiltFiles(firstBuild).gzipped('sw.js'))
})

test('the landing screen stays within 125 kB of scripts', () => {
  const built = new BuiltFiles(firstBuild)
  expectAtMost(125 * KB, built.gzipped(...built.scriptsOf('landing')))
})

test('the home feed stays within 155 kB of scripts', () => {
  const built = new BuiltFiles(firstBuild)
  expectAtMost(155 * KB, built.gzipped(...built.scriptsOf('home')))
})

test('the styles of all screens but the tester stay within 10 kB', () => {
  const built = new BuiltFiles(firstBuild)
  expectAtMost(10 * KB, built.gzipped(...built.stylesOf('landing', 'home', 'after-paint')))
})

test('the worker keeps 200 kB in 12 files before it starts, and 1.5 MB in all', () => {
  const { first, all } = new BuiltFiles(firstBuild).precache()
  expectAtMost(200 * KB, first)
  expect(Object.keys(first).length, Object.keys(first).join('\n')).toBeLessThanOrEqual(12)
  expectAtMost(1500 * KB, all)
})
