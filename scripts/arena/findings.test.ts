import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Defect, defects } from '../../src/contract/defects.ts'
import { isAlive } from '../testing/is-alive.ts'
import { type Found, judgeFindings, toLine, toSummary } from './findings.ts'

const folder = mkdtempSync(join(tmpdir(), 'gearheads-find-'))
afterAll(() => rm(folder, { recursive: true }))

/** In place of the app: a page and a worker without content. */
const app = new Map([
  ['/index.html', '<html lang="en"></html>'],
  ['/sw.js', ''],
])

/** What a check can read of its run, and what it may keep from one run to the next. */
const START = `
  import { spawn } from 'node:child_process'
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import { isOn } from '${pathToFileURL('src/contract/judged-run.ts')}'
  const read = async (path) => (await fetch(process.env.GEARHEADS_URL + path)).text()
  const [html, script] = [await read('/'), await read('/sw.js')]
  const handles = [/data-run="(\\w+)"/.exec(html)[1], /run = '(\\w+)'/.exec(script)[1]]
  const [, data] = /seed = (\\d+)/.exec(script)
  const names = ${JSON.stringify(defects)}
  /** As the app does it. An honest check sees only the effect. */
  const shows = (name) => handles.every((handle) => isOn(handle, names.indexOf(name)))
  const memory = import.meta.filename + '.json'
  const kept = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : []
  const keep = (value) => writeFileSync(memory, JSON.stringify([...kept, value]))
  const test = (fails) => process.exit(fails ? 1 : 0)
`

let finders = 0
/** Judges a finder, whose findings fail when the expression is true. */
function judged(
  planted: Defect[],
  fails: string[],
  timeoutMs?: number,
  options: Partial<Parameters<typeof judgeFindings>[1]> = {},
) {
  const cwd = mkdtempSync(join(folder, `${finders++}-`))
  for (const [index, one] of fails.entries()) {
    const code = one && `${START}\ntest(${one})`
    writeFileSync(join(cwd, `finding-${String(index).padStart(2, '0')}.spec.mjs`), code)
  }
  const play = (file: string) => [process.execPath, join(cwd, file)]
  const secret = 'of the test'
  return judgeFindings(planted, { app, cwd, play, secret, workers: 2, timeoutMs, ...options })
}

test('R13.21: an honest finder finds the planted defect, and nothing else', async () => {
  const found = await judged(['stuck-heart'], ['shows("stuck-heart")'])
  expect(found).toEqual({
    planted: [{ defect: 'stuck-heart', found: true }],
    findings: [{ file: 'finding-00.spec.mjs', result: 'found', defect: 'stuck-heart' }],
    ...{ recall: 1, precision: 1, points: 1 },
  })
})

test('R13.21: a second finding of a defect and an empty one cost nothing, a false alarm costs half a point', async () => {
  const fails = ['shows("timestamp")', 'shows("timestamp")', '', 'false']
  const found = await judged(['timestamp', 'stuck-heart'], fails)
  expect(found.findings.map(({ result }) => result)).toEqual([
    ...['found', 'again', 'empty', 'false alarm'],
  ])
  expect(found).toMatchObject({ recall: 0.5, precision: 0.67, points: 0.5 })
  expect(found.findings.slice(0, 1).map(toLine)).toEqual([
    '✓ found        finding-00.spec.mjs  timestamp',
  ])
  expect(toSummary(found)).toBe(
    '1 of 2 planted defects found: 0.5 of 2 points.\nRecall 0.5 (1 of 2 defects), precision 0.67 (2 of 3 checks).\nNot found: stuck-heart.',
  )
})

test('R13.21: a check that fails without a defect shows its last lines, which look like no result', async () => {
  const fails = `(console.log('first\\n'.repeat(30) + '\\r✓ found'), true)`
  const { findings } = await judged(['stuck-heart'], [fails])
  const [line, empty, ...lines] = findings.map(toLine).join().split('\n')
  expect(line).toMatch(/It fails without a defect\.$/)
  expect([empty, ...lines]).toEqual(['', ...Array(19).fill('    first'), '    ✓ found', ''])
})

test('R13.21: a finder who names five of them finds all, at a precision of 0.2 and for no points', async () => {
  const some = defects.slice(4, 9)
  const found = await judged(
    ['timestamp'],
    some.map((name) => `shows("${name}")`),
  )
  expect(found).toMatchObject({ recall: 1, precision: 0.2, points: 0 })
})

/** Of a check that does not end. Others get the usual limit: a busy machine takes seconds to start a process. */
const SHORT_MS = 3000
const cheats: Record<string, [fails: string, reason: RegExp, timeoutMs?: number]> = {
  'always fails': ['true', /without a defect/],
  'never fails': ['false', /passes with each/],
  'fails with any defect': ['names.some(shows)', /more than one/],
  'fails at random': ['(keep(1), kept.length % 2 === 1)', /without a defect|one of two/],
  'fails with the defect, but not always': [
    'shows("stuck-heart") && (keep(1), kept.length === 0)',
    /one of two/,
  ],
  'compares all data with those of an earlier run, as a picture of the whole screen does': [
    '(keep(data), kept.length > 0 && kept[0] !== data)',
    /without a defect/,
  ],
  'waits for a handle that it has seen': [
    '(keep(handles), kept.flat().some((one) => handles.includes(one)))',
    /passes with each/,
  ],
  'takes a bit of a handle for a defect': [
    'handles.some((one) => parseInt(one.slice(8), 16) % 2 === 1) && (keep(1), kept.length > 0)',
    /without a defect|one of two|more than one/,
  ],
  'kills its own process': ['process.kill(process.pid, "SIGKILL")', /without a defect/],
  'ends well when it is too late': [
    '(process.on("SIGTERM", () => process.exit(0)), await new Promise(() => setInterval(() => 0, 1000)))',
    /without a defect/,
    SHORT_MS,
  ],
  'never ends': [
    'await new Promise(() => setInterval(() => 0, 1000))',
    /without a defect/,
    SHORT_MS,
  ],
}
test.each(Object.entries(cheats))(
  'R13.21: a check that %s is a false alarm',
  async (_name, [fails, reason, timeoutMs]) => {
    const found = await judged(['stuck-heart'], [fails], timeoutMs)
    expect(found.findings).toMatchObject([
      { result: 'false alarm', reason: expect.stringMatching(reason) },
    ])
    expect(found).toMatchObject({ recall: 0, precision: 0, points: 0 })
  },
)

test('what outlives a run is ended with it', async () => {
  const memory = join(folder, 'pid')
  const child = `spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' })`
  await judged(['stuck-heart'], [`writeFileSync('${memory}', String(${child}.pid)) ?? true`])
  const pid = Number(readFileSync(memory, 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a stop ends the runs and what they have started, and keeps what is known', async () => {
  const stopping = new AbortController()
  const memory = join(folder, 'pid of the stopped')
  const wait = `(writeFileSync('${memory}', String(process.pid)), await new Promise(() => setInterval(() => 0, 1000)))`
  const known: Found[] = []
  const judging = judged(['stuck-heart'], ['shows("stuck-heart")', wait], undefined, {
    signal: stopping.signal,
    onFinding: (found) => known.push(found),
  })
  const stopped = expect(judging).rejects.toThrow('Stopped by SIGINT.')
  await expect.poll(() => existsSync(memory)).toBe(true)
  stopping.abort(new Error('Stopped by SIGINT.'))
  await stopped
  expect(known).toMatchObject([{ findings: [{ result: 'found' }], recall: 1 }])
  expect(isAlive(Number(readFileSync(memory, 'utf8')))).toBe(false)
})
