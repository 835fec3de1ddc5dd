import { readFileSync } from 'node:fs'
import { stopWorkers } from '../support/devtools.ts'
import { expect, logInAsGuest, posts, signUp, test, toast } from '../support/fixtures.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

const NO_DELAY = { delay: 0, failures: [], overrides: [], defects: [] }

test('a failure survives a reload and a stopped worker, and ends when it is used up; the description of the API is available offline (R13.9)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  const failure = { method: 'POST', path: '/api/posts', status: 500, times: 3 }
  await setMock(page, { failures: [failure] })
  const statusOfWriting = async () => (await fetchApi(page, 'POST /api/posts', {})).status
  expect(await statusOfWriting()).toBe(500)
  await page.reload()
  expect(await statusOfWriting()).toBe(500)
  await stopWorkers(page)
  const { settings } = await mockState(page)
  expect(settings.failures).toEqual([expect.objectContaining({ ...failure, times: 1 })])
  await page.getByRole('textbox', { name: 'What are you driving' }).fill('Third time')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, 'The mock answered 500, as its settings say.')).toBeVisible()
  expect((await mockState(page)).settings).toEqual(NO_DELAY)
  expectErrors(/\b500\b/)

  await goOffline(page)
  await stopWorkers(page)
  const { status, data } = await fetchApi<{ openapi: string }>(page, 'GET /api/openapi.json')
  expect([status, data.openapi]).toEqual([200, '3.1.0'])
})

/** An example in the form in which the console of DevTools runs it: a script with top-level await. */
function asConsoleScript(example: string): string {
  const code = readFileSync(new URL(`../../examples/console/${example}`, import.meta.url), 'utf8')
  return `(async () => {${code}})()`
}

test('the examples for the console control the mock and restore everything, and log in', async ({
  page,
}) => {
  await logInAsGuest(page)
  for (const example of ['first-steps.js', 'controls.js']) {
    await page.evaluate(asConsoleScript(example))
    const { counts, settings } = await mockState(page)
    expect(counts, example).toMatchObject({ users: 5, posts: 5 })
    expect(settings, example).toEqual({ delay: 400, failures: [], overrides: [], defects: [] })
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  // Not awaited: it navigates away. The console fixture collects its errors.
  await page.evaluate(`void ${asConsoleScript('log-in.js')}`)
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByText('mira').first()).toBeVisible()
})
