import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestCase } from 'playwright/types/testReporter'

/** A test that needs a second try in this many runs is broken: mend its cause, then remove its line from the file. */
const LIMIT = 3

/**
 * Lists the browser tests of a run that passed only at the second try, and counts the runs of each in `e2e/flaky.json`,
 * which is committed. The third run that shows a test fails.
 */
// biome-ignore lint/style/noDefaultExport: Playwright loads the default export.
export default class FlakyReporter implements Reporter {
  private readonly file: string
  private readonly flaky = new Set<string>()

  constructor({ file = fileURLToPath(new URL('../e2e/flaky.json', import.meta.url)) } = {}) {
    this.file = file
  }

  onTestEnd(test: TestCase): void {
    if (test.outcome() === 'flaky') this.flaky.add(test.titlePath().slice(2).join(' › '))
  }

  async onEnd(): Promise<{ status?: 'failed' }> {
    if (this.flaky.size === 0) return {}
    const runs = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {}
    for (const name of this.flaky) runs[name] = (runs[name] ?? 0) + 1
    writeFileSync(this.file, `${JSON.stringify(runs, null, 2)}\n`)
    const lines = [...this.flaky].map((name) => `  ${runs[name]} × ${name}`)
    console.error(`Passed at the second try (runs so far, in e2e/flaky.json):\n${lines.join('\n')}`)
    return [...this.flaky].some((name) => runs[name] >= LIMIT) ? { status: 'failed' } : {}
  }
}
