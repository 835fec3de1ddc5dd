import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { chromium, type TestInfo } from 'playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'

const run = promisify(execFile)

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to))
}

/** Runs an exported Playwright test in a browser of its own. The result has what it prints; it rejects if the test fails. */
export async function runExported(file: string, testInfo: TestInfo): Promise<{ stdout: string }> {
  // The name of the package in this project.
  await replaceIn(file, '@playwright/test', 'playwright/test')
  const executablePath = findChromium(chromium.executablePath())
  const use = JSON.stringify({ launchOptions: { executablePath } })
  const config = testInfo.outputPath('playwright.config.ts')
  await writeFile(config, `export default { use: ${use}, reporter: 'line', outputDir: 'results' }`)
  return run(process.execPath, ['node_modules/playwright/cli.js', 'test', '--config', config])
}
