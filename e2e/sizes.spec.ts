import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'

type Chunk = { file: string; name?: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const KB = 1000

function built(file: string): Buffer {
  return readFileSync(new URL(`../dist/${file}`, import.meta.url))
}

function gzipped(file: string): number {
  return gzipSync(built(file), { level: 9 }).length
}

/** The scripts that a screen needs: the page's own and the named chunks, with all that they import. */
function scriptsOf(names: string[]): string[] {
  const manifest: Manifest = JSON.parse(built('.vite/manifest.json').toString())
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  add('index.html')
  for (const name of names) {
    const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name)
    expect(keys, `chunks named ${name}`).not.toEqual([])
    keys.forEach(add)
  }
  return [...files]
}

/** Those of the tester and its tree come with them, on /mock only. */
function styleSheet(name: string): string[] {
  return /^(landing|home|after-paint|index).*\.css$/.test(name) ? [`assets/${name}`] : []
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
  const landing = sizes(scriptsOf(['landing']))
  expect(total(landing), JSON.stringify(landing, null, 2)).toBeLessThanOrEqual(125 * KB)
})

test('the home feed stays within 150 kB of scripts', () => {
  const home = sizes(scriptsOf(['home']))
  expect(total(home), JSON.stringify(home, null, 2)).toBeLessThanOrEqual(150 * KB)
})

test('the styles stay within 10 kB', () => {
  const styles = sizes(readdirSync(new URL('../dist/assets', import.meta.url)).flatMap(styleSheet))
  expect(total(styles), JSON.stringify(styles, null, 2)).toBeLessThanOrEqual(10 * KB)
})

test('the worker keeps 200 kB in 12 files before it starts, and 1.5 MB in all', () => {
  const worker = built('sw.js').toString()
  const first = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url)
  const [list] = readdirSync(new URL('../dist/assets', import.meta.url)).filter((name) =>
    /^offline-.+\.json$/.test(name),
  )
  const rest: string[] = JSON.parse(built(`assets/${list}`).toString())
  const packed = (file: string) =>
    brotliCompressSync(built(file === './' ? 'index.html' : file)).length
  const packedFirst = Object.fromEntries(first.map((file) => [file, packed(file)]))
  expect(total(packedFirst), JSON.stringify(packedFirst, null, 2)).toBeLessThanOrEqual(200 * KB)
  expect(first.length, JSON.stringify(first, null, 2)).toBeLessThanOrEqual(12)
  const all = [...first.filter((file) => file !== './'), 'index.html', ...rest]
  expect(all.reduce((sum, file) => sum + built(file).length, 0)).toBeLessThanOrEqual(1500 * KB)
})
