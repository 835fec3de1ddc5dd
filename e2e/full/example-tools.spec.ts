// The examples for tools other than Playwright's own runner, each copied out of this project first, as people do.
// A tool that is not installed skips its test with a message that says how to install it.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, expect, test } from 'playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { Club } from '../support/club.ts'

test.describe.configure({ timeout: 300_000 })

const root = fileURLToPath(new URL('../..', import.meta.url))
const examples = join(root, 'examples')
const run = promisify(execFile)
const temporary = mkdtempSync(join(tmpdir(), 'gearheads-examples-'))
test.afterAll(() => rmSync(temporary, { recursive: true }))

const canRun = (file: string, ...args: string[]) => spawnSync(file, args).status === 0

/** Copies a folder of `examples/` to where nothing of this project can be found but, by link, its packages. */
function copyOf(folder: string): string {
  const copy = join(temporary, folder)
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(examples, folder), copy, { recursive: true })
  if (existsSync(join(copy, 'package.json'))) {
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  }
  return copy
}

/** Runs a program, whose output is part of the error if it fails. */
async function runIn(cwd: string, env: Record<string, string>, file: string, ...args: string[]) {
  await run(file, args, { cwd, env: { ...process.env, ...env } }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
  })
}

/** Debian's Python, too: its packages are not visible to a Python that comes before it in the path. */
function pythonWith(...modules: string[]): string | undefined {
  return [process.env.PYTHON ?? 'python3', '/usr/bin/python3', 'python'].find((python) =>
    canRun(python, '-c', `import ${modules.join(', ')}`),
  )
}

const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']

for (const folder of readdirSync(examples)) {
  if (!existsSync(join(examples, folder, 'tsconfig.json'))) continue
  test(`the copied example ${folder} is correct TypeScript`, async () => {
    const isMissing = folder === 'cypress' && !existsSync(join(root, 'node_modules/cypress'))
    test.skip(
      isMissing,
      'Cypress is not installed: CYPRESS_INSTALL_BINARY=0 npm i --no-save cypress',
    )
    await runIn(copyOf(folder), {}, process.execPath, join(root, 'node_modules/.bin/tsc'))
  })
}

test('the tests in Cypress pass', async ({ baseURL }) => {
  test.skip(!canRun('npx', '--no', 'cypress', 'verify'), 'Cypress is not installed')
  await runIn(copyOf('cypress'), { GEARHEADS_URL: baseURL ?? '' }, 'npx', '--no', 'cypress', 'run')
})

test('the tests in Python with Playwright pass', async ({ baseURL }) => {
  const python = pythonWith('playwright', 'pytest')
  test.skip(!python, 'Playwright for Python is not installed: pip install playwright pytest')
  const env = {
    GEARHEADS_URL: baseURL ?? '',
    CHROMIUM: findChromium(chromium.executablePath()) ?? '',
  }
  await runIn(copyOf('playwright-python'), env, python ?? '', ...pytest)
})

test('the tests in Python with Selenium pass', async ({ baseURL }) => {
  const python = pythonWith('selenium', 'pytest')
  const isInstalled = python && canRun('chromedriver', '--version')
  const packages = 'python3-selenium python3-pytest chromium-driver'
  test.skip(!isInstalled, `Selenium is not installed. Debian: apt-get install ${packages}`)
  const env = { GEARHEADS_URL: baseURL ?? '', CHROME_ARGS: '--no-sandbox' }
  await runIn(copyOf('selenium-python'), env, python ?? '', ...pytest)
})

test('the load test in k6 passes against the practice server', async () => {
  const club = new Club('--controls')
  await club.start()
  const script = join(copyOf('k6'), 'load.ts')
  const [file = '', ...args] = canRun('k6', 'version')
    ? ['k6', 'run', '--vus', '2', '--duration', '5s', script]
    : [process.execPath, join(root, 'e2e/support/k6/run.ts'), script]
  await runIn(temporary, { GEARHEADS_API: club.url }, file, ...args).finally(() => club.remove())
})

test('the app runs in the frame of Cypress, and survives its worker', async ({ page }) => {
  // Cypress serves its own page from the origin of the app, with the app in a frame.
  await page.route('**/__/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Runner</h1><iframe src="/"></iframe>' }),
  )
  await page.goto('/__/')
  const app = page.frameLocator('iframe')
  await app.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(app.getByRole('article')).toHaveCount(5)

  // Now runner and app are in the scope of the worker.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Runner' })).toBeVisible()
  await expect(app.getByRole('article')).toHaveCount(5)
})

test('the app is served at the address of a codespace, and at no other name', async ({
  request,
}) => {
  const statusAt = async (host: string) => (await request.get('/', { headers: { host } })).status()
  expect(await statusAt('fluffy-waffle-4173.app.github.dev')).toBe(200)
  expect(await statusAt('gearheads.test')).toBe(403)
})
