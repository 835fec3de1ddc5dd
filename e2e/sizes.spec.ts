import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const KB = 1000

function built(file: string): Buffer {
  return readFileSync(new URL(`../dist/${file}`, import.meta.url))
}

function gzipped(file: string): number {
  return gzipSync(built(file), { level: 9 }).length
}

/** The scripts that a screen needs: the page's own and its routes', with all that they import. */
function scriptsOf(routes: string[]): string[] {
  const manifest: Manifest = JSON.parse(built('.vite/manifest.json').toString())
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  add('index.html')
  for (const route of routes) {
    const keys = Object.keys(manifest).filter((key) => key.startsWith(`src/routes/${route}?`))
    expect(keys, `chunks of ${route}`).not.toEqual([])
    keys.forEach(add)
  }
  return [...files]
}

/** Each with its size, so that a failing budget names the offender. */
function sizes(files: string[]): Record<string, number> {
  return Object.fromEntries(files.map((file) => [file, gzipped(file)]))
}

function total(sized: Record<string, number>): number {
  return Object.values(sized).reduce((sum, size) => sum + size, 0)
}

test('the worker script stays within 30 kB', () => {
  expect(gzipped('sw.js')).toBeLessThanOrEqual(30 * KB)
})

test('the landing screen stays within 125 kB of scripts', () => {
  const landing = sizes(scriptsOf(['index.tsx']))
  expect(total(landing), JSON.stringify(landing, null, 2)).toBeLessThanOrEqual(125 * KB)
})

test('the home feed stays within 150 kB of scripts', () => {
  const home = sizes(scriptsOf(['_shell.tsx', '_shell/_viewer.tsx', '_shell/_viewer/homePage.tsx']))
  expect(total(home), JSON.stringify(home, null, 2)).toBeLessThanOrEqual(150 * KB)
})
