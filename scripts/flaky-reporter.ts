import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type {
  Reporter as BrowserReporter,
  TestCase as BrowserTest,
} from 'playwright/types/testReporter'
import type { Reporter, TestCase } from 'vitest/node'

/** A test that needs a second try in this many runs is broken: mend its cause, then remove its line from the file. */
const LIMIT = 3

/**
 * For Playwright and Vitest: lists the tests of a run that passed only at the second try, and counts the runs of each in
 * `scripts/flaky.json`, which is committed. The third run that shows a test fails.
 */
// biome-ignore lint/style/noDefaultExport: Playwright and Vitest load the default export.
export default class FlakyReporter implements BrowserReporter, Reporter {
  private readonly file: string
  private readonly flaky = new Set<string>()

  constructor({ file = fileURLToPath(new URL('flaky.json', import.meta.url)) } = {}) {
    this.file = file
  }

  onTestEnd(test: BrowserTest): void {
    if (test.outcome() === 'flaky') this.flaky.add(test.titlePath().slice(2).join(' › '))
  }

  async onEnd(): Promise<{ status?: 'failed' }> {
    return this.count() ? { status: 'failed' } : {}
  }

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    this.flaky.add(`${test.module.relativeModuleId} › ${test.fullName}`)
    // Vitest shows only the errors of tests that fail.
    for (const { stack } of test.result().errors ?? []) console.error(`${test.fullName}:\n${stack}`)
  }

  onTestRunEnd(): void {
    if (this.count()) process.exitCode = 1
  }

  /** @returns whether a test has reached the limit */
  private count(): boolean {
    if (this.flaky.size === 0) return false
    const runs = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {}
    for (const name of this.flaky) runs[name] = (runs[name] ?? 0) + 1
    writeFileSync(this.file, `${JSON.stringify(runs, null, 2)}\n`)
    const lines = [...this.flaky].map((name) => `  ${runs[name]} × ${name}`)
    console.error(
      `Passed at the second try (runs so far, in scripts/flaky.json):\n${lines.join('\n')}`,
    )
    return [...this.flaky].some((name) => runs[name] >= LIMIT)
  }
}
