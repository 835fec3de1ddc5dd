import { readFileSync } from 'node:fs'
import { stopWorkers } from '../support/devtools.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { fetchApi, mockState } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

/** An example in the form in which the console of DevTools runs it: a script with top-level await. */
function asConsoleScript(example: string): string {
  const code = readFileSync(new URL(`../../examples/console/${example}`, import.meta.url), 'utf8')
  return `(async () => {${code}})()`
}

// Failures after a reload and a stopped worker: mocks/handlers/controls.test.ts, mocks/domain/settings.test.ts.
test('the console examples; the API description offline', async ({ page, expectErrors }) => {
  await logInAsGuest(page)
  // The page may read them while the example has removed its user.
  expectErrors(/\b404\b.*\/api\/notifications/)
  await page.evaluate(asConsoleScript('controls.js'))
  const { counts, settings } = await mockState(page)
  expect(counts).toMatchObject({ users: 5, posts: 5 })
  expect(settings).toEqual({ delay: 400, failures: [], overrides: [], defects: [] })
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  // Not awaited: it navigates away. The console fixture collects its errors.
  await page.evaluate(`void ${asConsoleScript('log-in.js')}`)
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByText('mira').first()).toBeVisible()

  await goOffline(page)
  await stopWorkers(page)
  const { status, data } = await fetchApi<{ openapi: string }>(page, 'GET /api/openapi.json')
  expect([status, data.openapi]).toEqual([200, '3.1.0'])
})
