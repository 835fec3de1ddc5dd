import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { defectsOf } from '../src/contract/assignments.ts'
import { hints } from '../src/defects/hints.ts'

const folder = mkdtempSync(join(tmpdir(), 'gearheads-score-'))
afterAll(() => rm(folder, { recursive: true }))

/** Runs the script with a suite that fails when `fails` is true. `tests` is the defect whose tests it runs. */
async function score(fails: string, ...options: string[]) {
  const suite = [
    process.execPath,
    '-e',
    `const id = process.env.GEARHEADS_DEFECT; const tests = process.argv[1]; process.exit(${fails} ? 1 : 0)`,
    ...(fails.includes('tests') ? ['{defect}'] : []),
  ]
  const running = promisify(execFile)(process.execPath, [
    'scripts/score.ts',
    ...options,
    '--',
    ...suite,
  ])
  return running.catch(({ code, stdout, stderr }) => ({ code, stdout, stderr }))
}

test('the table says which defects a suite caught', async () => {
  const suite = 'id === "timestamp" || id === "no-such-defect"'
  const { stdout } = await score(
    suite,
    '--only',
    'timestamp,page-border',
    '--url',
    'http://app.test',
  )
  expect(stdout).toMatch(/^✓ caught {2}timestamp .*\n✗ missed {2}page-border .*\n/)
  expect(stdout).toContain('caught 1 of 2')
})

test('several runs at a time have the same result, in the same order, also as JSON and JUnit', async () => {
  const json = join(folder, 'score.json')
  const junit = join(folder, 'score.xml')
  const suite = 'id === "timestamp" || id === "no-such-defect"'
  const only = 'page-border,timestamp,lost-draft'
  const { stdout } = await score(
    suite,
    ...['--only', only, '--workers', '3', '--json', json, '--junit', junit],
  )
  const rows = [...stdout.matchAll(/^. (\w+) {2}([\w-]+)/gm)].map(([, result, id]) => [id, result])
  expect(rows).toEqual([
    ['page-border', 'missed'],
    ['timestamp', 'caught'],
    ['lost-draft', 'missed'],
  ])
  expect(stdout).toContain('caught 1 of 3 planted defects: 3 of 7 points')
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    ...{ caught: 1, of: 3, points: 3, maxPoints: 7 },
    defects: [
      { defect: 'page-border', result: 'missed', level: 'hard', points: 3 },
      { defect: 'timestamp', result: 'caught' },
      { defect: 'lost-draft', result: 'missed', level: 'easy', points: 1 },
    ],
  })
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toContain('<testsuites tests="3" failures="2" errors="0"')
  expect(xml).toMatch(/name="timestamp" time="[\d.]+"><\/testcase>/)
  expect(xml).toMatch(/name="page-border" time="[\d.]+"><failure message="missed: A list /)
})

test('the reports have the name of the student, if there is one', async () => {
  const json = join(folder, 'student.json')
  const junit = join(folder, 'student.xml')
  const files = ['--only', 'timestamp', '--json', json, '--junit', junit]
  await score('id !== ""', ...files, '--student', ' Zoë "Z" <O’Hara & Co> ')
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    ...{ student: 'Zoë "Z" <O’Hara & Co>', caught: 1 },
  })
  expect(readFileSync(junit, 'utf8')).toMatch(
    /<testsuite [^>]*>\n {4}<properties><property name="student" value="Zoë &#34;Z&#34; &#60;O’Hara &#38; Co&#62;"\/><\/properties>\n {4}<testcase /,
  )
  await score('id !== ""', ...files)
  expect(JSON.parse(readFileSync(json, 'utf8'))).not.toHaveProperty('student')
  expect(readFileSync(junit, 'utf8')).not.toContain('propert')
  expect(await score('id !== ""', ...files, '--student', ' ')).toMatchObject({
    stderr: expect.stringContaining('--student needs a name'),
  })
})

test('only the tests of a defect run, and one without tests is neither caught nor missed', async () => {
  const suite =
    'tests === "lost-draft" || (tests === "timestamp" && id !== "") || id === "no-such-defect"'
  const { stdout, code } = (await score(
    suite,
    '--only',
    'page-border,timestamp,lost-draft',
    '--workers',
    '2',
  )) as { stdout: string; code: number }
  expect(stdout).toMatch(
    /missed {2}page-border .*\n✓ caught {2}timestamp .*\n\? no test {2}lost-draft/,
  )
  expect(code).toBe(1)
})

test('an assignment has the score of its defects', async () => {
  const { stdout } = await score('id !== ""', '--only', '3-mixed-42')
  const rows = [...stdout.matchAll(/caught {2}([\w-]+)/g)].map(([, id]) => id)
  expect(rows).toEqual([...defectsOf(['3-mixed-42'])])
})

test.each([
  ['a suite that fails without a defect', 'true', 'fails without a defect'],
  ['a suite that plants nothing', 'false', 'does not plant the defect'],
])('%s has no score', async (_case, fails, text) => {
  expect(await score(fails)).toMatchObject({ code: 1, stderr: expect.stringContaining(text) })
})

test('an unknown defect and a missing command are errors', async () => {
  expect(await score('false', '--only', 'slow')).toMatchObject({
    stderr: expect.stringContaining('no defect slow'),
  })
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
