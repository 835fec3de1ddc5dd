// Judged runs (docs/testers.md#score-your-suite). The judge and the cheats that need no browser: scripts/score.test.ts.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from 'playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { judgedApp } from '../../scripts/judge/judged-app.ts'
import { planRuns, type Run } from '../../scripts/judge/plan.ts'
import { type AppFiles, serveRun } from '../../scripts/judge/run-server.ts'
import { defects } from '../../src/contract/defects.ts'
import { expect, test } from '../support/fixtures.ts'
import { mockState } from '../support/mock.ts'
import { storedTexts } from '../support/stored.ts'

// The first of these tests builds the app, and the last runs Playwright eight times.
test.describe.configure({ timeout: 900_000 })

const root = fileURLToPath(new URL('../..', import.meta.url))

/** All that a page of a run can read, but what defects do: without the address and the handles, which always differ. */
async function readable(app: AppFiles, run: Run, context: BrowserContext): Promise<object> {
  const server = await serveRun(app, run.handles)
  const url = `http://localhost:${server.port}/`
  const page = await context.newPage()
  try {
    await page.goto(url)
    await mockState(page)
    await page.reload()
    const { settings, counts } = await mockState(page)
    const kept = await storedTexts(page, { rows: true, files: true })
    let screen = ''
    // React takes over what the page has shown before any code.
    await expect(async () => {
      screen = await page.getByRole('main').ariaSnapshot()
      expect(screen).toContain('Create new account')
    }).toPass()
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    const attributes = await page.evaluate(() => document.documentElement.getAttributeNames())
    return {
      ...{ settings, counts, screen, cookies: await context.cookies() },
      // The other attributes come and go, and when other files arrive depends on the machine.
      attributes: attributes.filter((name) => name.startsWith('data-')),
      effects: loaded.filter((path) => path.includes('plant')),
      named: defects.filter((id) => kept.includes(id)),
    }
  } finally {
    await server.stop()
  }
}

test('only its effect tells a planted run (R13.20)', async ({ newContext }) => {
  const app = await judgedApp()
  const runs = planRuns(defects, 'of the test')
  const clean = runs.find(({ planted }) => !planted) as Run
  const expected = await readable(app, clean, await newContext())
  expect(expected).toMatchObject({ cookies: [], named: [], settings: { defects: [] } })
  expect(expected).toHaveProperty('effects.length', 1)
  // One of each kind: of the API, of caches, of the start of a page and of the screen.
  for (const id of ['wrong-status', 'stuck-heart', 'lost-draft', 'low-contrast']) {
    const planted = runs.find((run) => run.planted === id) as Run
    expect(await readable(app, planted, await newContext()), id).toEqual(expected)
  }
  // Nor does a file name them, or have a source map.
  const files = [...app]
  expect(files.filter(([path]) => path.endsWith('.map'))).toEqual([])
  const effects = files.filter(([path]) => /^\/sw\.js$|\/plant-run/.test(path))
  expect(effects).toHaveLength(2)
  const texts = effects.map(([, body]) => String(body)).join()
  expect(defects.filter((id) => id.includes('-') && texts.includes(id))).toEqual([])
})

test('a suite in Playwright catches a defect, and passes without one (R13.20)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-suite-'))
  cpSync(join(root, 'examples/playwright'), folder, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const launchOptions = { executablePath: findChromium(chromium.executablePath()) }
  const config = `import config from './playwright.config.ts'
const use = { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} }
// The machine may be busy.
export default { ...config, use, timeout: 120_000, expect: { timeout: 15_000 } }`
  writeFileSync(join(folder, 'here.config.ts'), config)
  const options = `--only stuck-heart --workers 2 --json score.json -- npx playwright test
    --config here.config.ts exercises/05-stuck-heart --workers 1 --output results/{run}`
  try {
    const env = { ...process.env, INIT_CWD: folder }
    const command = [join(root, 'scripts/score.ts'), ...options.split(/\s+/)]
    await promisify(execFile)(process.execPath, command, { cwd: folder, env })
    const { points, clean, defects } = JSON.parse(readFileSync(join(folder, 'score.json'), 'utf8'))
    expect(defects).toMatchObject([{ defect: 'stuck-heart', result: 'caught' }])
    expect([points, clean]).toEqual([3, { failed: 0, of: 5 }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
