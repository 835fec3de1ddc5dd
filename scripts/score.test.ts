import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hints } from '../src/defects/hints.ts'

/** Runs the script with a suite that fails when `fails` is true. */
async function score(fails: string, ...options: string[]) {
  const suite = [
    process.execPath,
    '-e',
    `const id = process.env.GEARHEADS_DEFECT; process.exit(${fails} ? 1 : 0)`,
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
  const guide = readFileSync(new URL('../docs/defects.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, id, hint]) => [id, hint])
  expect(Object.fromEntries(rows)).toEqual(hints)
})
