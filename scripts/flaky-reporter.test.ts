import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestCase } from 'playwright/types/testReporter'
import { expect, test, vi } from 'vitest'
import type { TestCase as VitestCase } from 'vitest/node'
import FlakyReporter from './flaky-reporter.ts'

const file = () => join(mkdtempSync(join(tmpdir(), 'flaky-')), 'flaky.json')
const titled = (title: string, outcome: string) =>
  ({ outcome: () => outcome, titlePath: () => ['', 'app', 'feed.spec.ts', title] }) as TestCase

async function run(path: string, ...tests: TestCase[]) {
  const reporter = new FlakyReporter({ file: path })
  for (const each of tests) reporter.onTestEnd(each)
  return reporter.onEnd()
}

test('the third run in which a test passes only at the second try fails, and names it', async () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue()
  const path = file()
  const flaky = titled('a like', 'flaky')
  expect(await run(path, flaky, titled('a vote', 'expected'))).toEqual({})
  expect(await run(path, flaky)).toEqual({})
  expect(await run(path, titled('a vote', 'flaky'))).toEqual({})
  expect(await run(path, flaky)).toEqual({ status: 'failed' })
  expect(shown.mock.lastCall?.[0]).toContain('3 × feed.spec.ts › a like')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    'feed.spec.ts › a like': 3,
    'feed.spec.ts › a vote': 1,
  })
  shown.mockRestore()
})

test('the third run of Vitest fails, too, and shows why each first try failed', () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue()
  const path = file()
  const flaky = {
    fullName: 'a vote',
    module: { relativeModuleId: 'votes.test.ts' },
    diagnostic: () => ({ flaky: true }),
    result: () => ({ errors: [{ stack: 'Error: 1 is not 2' }] }),
  } as unknown as VitestCase
  const { exitCode } = process
  const codes = [1, 2, 3].map(() => {
    const reporter = new FlakyReporter({ file: path })
    reporter.onTestCaseResult(flaky)
    reporter.onTestRunEnd()
    return process.exitCode
  })
  process.exitCode = exitCode
  expect(codes).toEqual([exitCode, exitCode, 1])
  expect(shown.mock.calls.flat()).toContain('a vote:\nError: 1 is not 2')
  expect(shown.mock.lastCall?.[0]).toContain('3 × votes.test.ts › a vote')
  shown.mockRestore()
})

test('a run without flaky tests writes nothing', async () => {
  const path = file()
  expect(await run(path, titled('a like', 'expected'), titled('a vote', 'unexpected'))).toEqual({})
  expect(existsSync(path)).toBe(false)
})
