import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { safeParse } from 'valibot'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Defect, defects } from '../src/contract/defects.ts'
import { isOn } from '../src/contract/judged-run.ts'
import { hints } from '../src/defects/hints.ts'
import { judge, type Verdict } from './judge/judge.ts'
import { planRuns, type Run } from './judge/plan.ts'
import { toJson, toJunit, toTable } from './teaching/score-report.ts'
import { withoutNames } from './vite/judged-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'gearheads-score-'))
afterAll(() => rm(folder, { recursive: true }))

/** In place of the app: a page and a worker without content. */
const app = new Map([
  ['/index.html', '<html lang="en"></html>'],
  ['/mock.html', '<html lang="en"></html>'],
  ['/sw.js', ''],
])
const chosen: Defect[] = ['timestamp', 'stuck-heart']

/** What a suite knows of its run, and what it may keep from one to the next. */
const START = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import { isOn } from '${pathToFileURL('src/contract/judged-run.ts')}'
  const url = process.env.GEARHEADS_URL
  const page = await fetch(url + '/explore')
  const worker = await fetch(url + '/sw.js')
  const [html, script] = [await page.text(), await worker.text()]
  const handles = [/data-run="(\\w+)"/.exec(html)[1], /run = '(\\w+)'/.exec(script)[1]]
  const names = ${JSON.stringify(defects)}
  const known = (texts) => names.some((name) => JSON.stringify(texts).includes(name))
  const memory = process.argv[2]
  const kept = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : []
  const keep = (value) => writeFileSync(memory, JSON.stringify([...kept, value]))
  /** As the app does it. An honest suite sees only the effect. */
  const has = (name) => handles.every((handle) => isOn(handle, names.indexOf(name)))
`

let suites = 0
/** Judges a suite that fails when the expression is true. */
function judged(fails: string, options: { secret?: string; workers?: number } = {}) {
  const suite = join(folder, `suite-${suites++}.mjs`)
  writeFileSync(suite, `${START}\nprocess.exit((${fails}) ? 1 : 0)`)
  const command = [process.execPath, suite, `${suite}.json`]
  return judge(chosen, { command, app, cwd: '.', secret: 'of the test', ...options })
}

const pointsOf = (verdict: Verdict): number => JSON.parse(toJson(verdict)).points

describe('the judge', () => {
  test.each([1, 3])('a suite catches what it tests, %i runs at a time', async (workers) => {
    const verdict = await judged('has("stuck-heart")', { workers })
    expect(verdict.scores.map(({ result }) => result)).toEqual(['missed', 'caught'])
    expect(verdict).toMatchObject({ clean: { failed: 0, of: 5 }, precision: 1 })
    expect(pointsOf(verdict)).toBe(3)
  })

  test('a defect that fails the suite only once is not caught', async () => {
    const verdict = await judged('has("timestamp") && (keep(1), kept.length === 0)')
    expect(verdict.scores.map(({ result }) => result)).toEqual(['unsure', 'missed'])
    expect(pointsOf(verdict)).toBe(0)
  })

  test('a suite that always fails has no points, in its report too, and its last lines say why', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`)
    const printed = `process.stdout.write(${JSON.stringify(lines.join('\n'))}, () =>
      process.stderr.write('\\nNo browser\\n', () => process.exit(1)))`
    const verdict = await judged(`(await new Promise(() => ${printed}))`)
    expect(verdict.output).toBe([...lines.slice(-19), 'No browser'].join('\n'))
    expect(verdict.problem).toContain('fails without a defect')
    expect(verdict).toMatchObject({ clean: { failed: 1, of: 1 }, precision: 0 })
    expect(pointsOf(verdict)).toBe(0)
  })

  test('a command that cannot be started is an error', async () => {
    const options = { command: [join(folder, 'none')], app, cwd: '.' }
    await expect(judge(chosen, options)).rejects.toThrow('could not be started')
  })

  test('the command gets the address and the number of the run, and nothing that names a defect', async () => {
    const suite = join(folder, 'arguments.mjs')
    const file = join(folder, 'arguments.txt')
    writeFileSync(
      suite,
      `import { appendFileSync } from 'node:fs'
      const [url, run] = process.argv.slice(2)
      if (url !== process.env.GEARHEADS_URL) process.exit(1)
      appendFileSync('${file}', [url, run].join(' ') + '\\n')`,
    )
    const command = [process.execPath, suite, '{url}', 'run-{run}']
    await judge(['timestamp'], { command, app, cwd: '.', secret: 'of the test' })
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    // The first, five clean ones, and one of the defect, whose second run could change nothing.
    expect(lines.map((line) => line.split(' ')[1])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((run) => `run-${run}`),
    )
    expect(new Set(lines).size).toBe(7)
  })
})

describe('a suite that does not test gets no points', () => {
  const cheats = {
    'reads the environment': 'process.env.GEARHEADS_DEFECT || known(process.env)',
    'reads its command': 'known(process.argv)',
    'looks for an attribute, a banner or a name in the page':
      '/data-defects|planted/.test(html) || known(html)',
    'looks for names in the worker': 'known(script)',
    'looks for a cookie or a header':
      'page.headers.has("set-cookie") || known([...page.headers, ...worker.headers])',
    'compares the files with those of the first run':
      '(keep(html + script), kept.length > 0 && kept[0] !== html + script)',
    'compares the sizes of the files with those of the first run':
      '(keep((html + script).length), kept.length > 0 && kept[0] !== (html + script).length)',
    'waits for a handle that it has seen':
      '(keep(handles), known(kept) || kept.flat().some((one) => handles.includes(one)))',
    'takes a bit of a handle for a defect':
      'handles.some((one) => parseInt(one.slice(8), 16) % 2 === 1) && (keep(1), kept.length > 0)',
    'fails in all runs but the first': '(keep(1), kept.length > 0)',
    'fails in every second run': '(keep(1), kept.length % 2 === 1)',
    'fails in its last runs': '(keep(1), kept.length > 5)',
    'passes once, and then fails twice': '(keep(1), kept.length % 3 > 0)',
  }
  test.each(Object.entries(cheats))('one that %s', async (_name, fails) => {
    for (const secret of ['one', 'two']) {
      expect(pointsOf(await judged(fails, { secret }))).toBe(0)
    }
  })

  test('one that fails at random is told that its catches cannot be trusted', async () => {
    const verdict = await judged('(keep(1), kept.length % 2 === 1)')
    expect(verdict.clean.failed).toBeGreaterThan(0)
    expect(toTable(verdict)).toMatch(
      /in \d of 5 runs without a defect \(precision 0\.\d+\), so its catches cannot/,
    )
  })
})

describe('the plan', () => {
  const all = planRuns(defects, 'one')
  const plantedIn = ({ handles }: Run) =>
    [handles.page, handles.worker].map((handle) =>
      defects.filter((_, place) => isOn(handle, place)),
    )

  test('has each defect twice, and half as many clean runs, whose handles plant nothing', () => {
    for (const run of all) {
      const expected = run.planted ? [run.planted] : []
      expect(plantedIn(run)).toEqual([expected, expected])
    }
    const ids = all.map(({ planted }) => planted ?? 'clean')
    for (const id of defects) expect(ids.filter((one) => one === id)).toHaveLength(2)
    expect(ids.filter((one) => one === 'clean')).toHaveLength(11)
  })

  test('has another order and other handles with another secret, and no handle twice', () => {
    const other = planRuns(defects, 'two')
    const order = (runs: Run[]) => runs.map(({ planted }) => planted)
    expect(order(other)).not.toEqual(order(all))
    const handles = [...all, ...other].flatMap((run) => Object.values(run.handles))
    expect(new Set(handles).size).toBe(handles.length)
    expect(new Set(handles.map(({ length }) => length))).toEqual(new Set([16]))
  })
})

test('a judged build says that it knows no defects, in place of an empty list of names', async () => {
  vi.resetModules()
  const none = { defects: [], apiDefects: [], pageDefects: [] }
  vi.doMock('../src/contract/defects.ts', () => none)
  const { Defect } = await import('../src/contract/settings.ts')
  vi.doUnmock('../src/contract/defects.ts')
  expect(safeParse(Defect, 'lost-draft').issues?.[0].message).toBe(
    '"lost-draft" is unknown; known are none here',
  )
})

test('in the judged build, effects have the places of their defects in place of names', () => {
  const files = ['api/api', 'page/cache', 'page/dom', 'page/page'].map((name) => {
    const path = `src/defects/${name}-defects.ts`
    return withoutNames(readFileSync(path, 'utf8'), path)
  })
  const places = files
    .flatMap((text) => [...text.matchAll(/^(?: {2}|.*= \{ )(\d+)[:(]/gm)])
    .map(([, place]) => Number(place))
  expect(places.sort((a, b) => a - b)).toEqual(defects.map((_, place) => place))
  expect(defects.filter((id) => files.some((text) => text.includes(`'${id}'`)))).toEqual([])
  const path = 'src/contract/defects.ts'
  expect(withoutNames(readFileSync(path, 'utf8'), path)).not.toMatch(/'/)
})

describe('the report', () => {
  const verdict: Verdict = {
    scores: [
      { defect: 'page-border', result: 'missed', seconds: 1 },
      { defect: 'timestamp', result: 'caught', seconds: 2 },
      { defect: 'lost-draft', result: 'unsure', seconds: 2 },
    ],
    clean: { failed: 0, of: 3 },
    precision: 1,
  }
  const doubtful = { ...verdict, clean: { failed: 1, of: 3 }, precision: 0.75 }

  test('says which defects a suite caught', () => {
    expect(toTable(verdict)).toMatch(
      /^✗ missed {2}page-border .*\n✓ caught {2}timestamp .*\n\? unsure {2}lost-draft .*\n\nYour suite caught 1 of 3 planted defects: 3 of 7 points\.\nIt passed all 3 runs/,
    )
    expect(toTable(doubtful)).toContain('0 of 7 points')
  })

  test('is JSON and JUnit, with the name of the student if there is one', () => {
    const student = 'Zoë "Z" <O’Hara & Co>'
    expect(JSON.parse(toJson(verdict, student))).toMatchObject({
      ...{ student, caught: 1, of: 3, points: 3, maxPoints: 7 },
      defects: [
        { defect: 'page-border', result: 'missed', level: 'hard', points: 3 },
        { defect: 'timestamp', result: 'caught' },
        { defect: 'lost-draft', result: 'unsure', level: 'easy', points: 1 },
      ],
    })
    expect(JSON.parse(toJson(doubtful))).toMatchObject({ points: 0, precision: 0.75 })
    const xml = toJunit(verdict, student)
    expect(xml).toContain('<testsuites tests="4" failures="2" errors="0"')
    expect(xml).toMatch(/name="timestamp" time="[\d.]+"><\/testcase>/)
    expect(xml).toMatch(/name="page-border" time="[\d.]+"><failure message="missed: A list /)
    expect(xml).toMatch(
      /<testsuite [^>]*>\n {4}<properties><property name="student" value="Zoë &#34;Z&#34; &#60;O’Hara &#38; Co&#62;"\/><\/properties>\n {4}<testcase /,
    )
    expect(toJson(verdict)).not.toContain('student')
    expect(toJunit(verdict)).not.toContain('propert')
    expect(toJunit(doubtful)).toContain('<failure message="1 of 3 failed"/>')
  })
})

test.each([
  ['an unknown defect', ['--only', 'slow', '--', 'true'], 'no defect slow'],
  ['a missing command', [], 'Which command'],
  ['a student without a name', ['--student', ' ', '--', 'true'], '--student needs a name'],
  ['the id of the defect in the command', ['--', 'npx', '{defect}'], 'There is no {defect}'],
])('%s is an error', async (_case, args, text) => {
  const running = promisify(execFile)(process.execPath, ['scripts/score.ts', ...args])
  await expect(running).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(text) })
})

test('the guide lists each defect with its hint', () => {
  const guide = readFileSync(new URL('../docs/testers.md', import.meta.url), 'utf8')
  const [, section = ''] = guide.split('\n## Planted defects\n')
  const rows = [...section.matchAll(/^\| `([a-z][\w-]*)` \| (.*) \|$/gm)].map(([, id, hint]) => [
    id,
    hint,
  ])
  expect(Object.fromEntries(rows)).toEqual(hints)
})
