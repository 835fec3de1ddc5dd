// The tab Mock of the tester: delay, failures, overrides, time and data (R13). What the settings do:
// mocks/controls*.test.ts and src/features/tester/controls/rules.test.ts; how failures are explained:
// src/features/tester/response/explain-failure.test.ts.
import { readFile } from 'node:fs/promises'
import { expect, logInAsGuest, posts, test, toast, writePost } from '../support/fixtures.ts'
import { edit, press, row } from '../support/json-editor.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import { ask, openControls, openTester, rawBody, submit } from '../support/tester-page.ts'

const banner = /simulated failures? .*(is|are) on\.|overrides? (is|are) on\./

test('failures are set by route, by percentiles and by presets; a banner shows them on every screen and ends them; the keyboard keeps its place (R13.2, R13.3, R13.9, R13.18)', async ({
  page,
  expectErrors,
}) => {
  await openTester(page)
  await openControls(page, 'Delay')
  const list = page.getByRole('list', { name: 'Failures and overrides' })
  const rules = list.getByRole('listitem')
  // The delay, by keyboard.
  await page.getByLabel('Milliseconds').fill('7')
  const set = page.getByRole('button', { name: 'Set delay' })
  await set.press('Enter')
  await expect.poll(async () => (await mockState(page)).settings.delay).toBe(7)
  await expect(set).toBeFocused()
  await page.reload()
  const state = (group: string) => page.locator('summary', { hasText: `${group}:` })
  await openControls(page, 'Delay')
  await expect(page.getByLabel('Milliseconds')).toHaveValue('7')
  await expect(state('Delay')).toHaveText('Delay: 7 ms')
  await expect(state('Failures')).toHaveText('Failures: Off')
  await state('Failures').click()

  // A failure that applies once, and then its banner disappears.
  await page.getByLabel('Route').selectOption('GET /api/users/:id')
  await page.getByLabel('Failure', { exact: true }).selectOption('503 Service Unavailable')
  await page.getByLabel('How often').selectOption('once')
  const add = page.getByRole('button', { name: 'Add failure' })
  await add.click()
  await expect(list).toContainText('GET /api/users/:id answers 503, once')
  await expect(page.getByText(banner)).toBeVisible()
  await ask(page, '/api/users/1', '503 Service Unavailable')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(list).toBeHidden()
  await ask(page, '/api/users/1', '200 OK')
  expectErrors(/\b503\b/)

  // A preset, which keeps other failures, and is turned off by a second press: rules.test.ts.
  await page.getByLabel('Route').selectOption('Every call')
  await page.getByLabel('Failure', { exact: true }).selectOption('Slow reply')
  await page.getByLabel('How often').selectOption('every time')
  await page.getByLabel('Half within (ms)').fill('5')
  await page.getByLabel('95 % within (ms)').fill('9')
  await add.click()
  await expect(rules).toHaveText(['Every call takes 5 ms, 1 in 20 over 9 ms'])
  const preset = (name: string) => page.getByRole('button', { name, exact: true })
  await preset('Captive portal').click()
  await expect(rules).toHaveText([/5 ms/, 'Captive portal: Every call answers an HTML page'])
  await expect(state('Failures')).toHaveText('Failures: Captive portal is on, 1 failure planned')
  await preset('Captive portal').click()
  await expect(rules).toHaveText([/5 ms/])
  await expect(preset('Captive portal')).toHaveAttribute('aria-pressed', 'false')

  // The keyboard keeps its place when its button disappears.
  const failures = [500, 501, 502].map((status) => ({ method: '*', path: '/api/x', status }))
  await setMock(page, { failures })
  const remove = (status: number) =>
    page.getByRole('button', { name: `Remove: * /api/x answers ${status}` })
  await remove(501).press('Enter')
  await expect(remove(501)).toHaveCount(0)
  await expect(remove(502)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(state('Delay')).toBeFocused()

  // A wrong time is reported at its field.
  await state('Time').click()
  const time = page.getByLabel('Time or offset')
  await time.fill('tomorrow')
  await page.getByRole('button', { name: 'Set time' }).click()
  await expect(time).toHaveAccessibleDescription(/Enter a time in UTC/)
  await expect(time).toHaveValue('tomorrow')

  await logInAsGuest(page)
  await setMock(page, { failures })
  for (const path of ['/homePage', '/explore', '/mock']) {
    await page.goto(path)
    await expect(page.getByText(banner)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await mockState(page)).settings.failures).toEqual([])
})

test('a response is served for its route once, until it is cleared, or as it was edited, which sends nothing (R13.4)', async ({
  page,
}) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  const mira = await rawBody(page)
  await ask(page, '/api/users/2', '200 OK')
  const theo = await rawBody(page)
  expect(theo).not.toBe(mira)

  const use = page.getByRole('button', { name: 'Mock this response' })
  const serve = (often: string) =>
    page.getByRole('dialog').getByRole('button', { name: often }).click()
  await use.click()
  await serve('Once')
  await expect(toast(page, 'GET /api/users/2 now returns this response')).toBeVisible()
  await setMock(page, { delay: 0 })
  await expect.poll(async () => (await mockState(page)).settings.overrides.length).toBe(1)
  await submit(page)
  await expect(page.getByLabel('Raw body')).toHaveValue(theo)
  await expect.poll(async () => (await mockState(page)).settings.overrides.length).toBe(0)

  await page.getByRole('tab', { name: 'Tree' }).click()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await press(page, row(page, 'user'), 'ArrowRight')
  await edit(page, row(page, 'firstName'), 'Edited Theo')
  await expect(row(page, 'firstName: "Edited Theo"')).toBeFocused()
  expect(sent.filter((url) => url.includes('/api/users'))).toEqual([])
  await use.click()
  await serve('Until cleared')
  await expect(page.getByText(/1 override is on/)).toBeVisible()
  const { data } = await fetchApi<{ user: { firstName: string } }>(page, 'GET /api/users/2')
  expect(data.user.firstName).toBe('Edited Theo')
  await openControls(page, 'Failures')
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText(banner)).toBeHidden()
})

test('the data are generated and reset; a saved snapshot restores them, and no other file does (R13.6, R13.7)', async ({
  page,
  expectErrors,
}) => {
  const data = page.getByRole('region', { name: 'Data' })
  const replace = page.getByRole('dialog').getByRole('button', { name: 'Replace' })
  await openTester(page)
  await openControls(page, 'Data')
  await page.getByRole('spinbutton', { name: 'Users' }).fill('7')
  await page.getByRole('spinbutton', { name: 'Posts' }).fill('30')
  await page.getByRole('button', { name: 'Generate' }).click()
  await replace.click()
  await expect(data).toContainText('users7')
  await expect(data).toContainText('posts30')
  await page.getByRole('button', { name: 'Restore seed data' }).click()
  await replace.click()
  await expect(data).toContainText('posts5')

  await logInAsGuest(page)
  await writePost(page, 'To be kept')
  await page.getByRole('link', { name: 'Request tester' }).click()
  await openControls(page, 'Data')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  const saved = await readFile(await (await saving).path())

  await expect(data).toContainText('posts6')
  await page.getByRole('button', { name: 'Restore seed data' }).click()
  await replace.click()
  await expect(toast(page, 'Data replaced')).toBeVisible()
  await expect(data).toContainText('posts5')

  const load = page.getByLabel('Load snapshot')
  const file = (buffer: Buffer) => ({ name: 'x.json', mimeType: 'application/json', buffer })
  await load.setInputFiles(file(Buffer.from('not JSON')))
  await expect(toast(page, 'This file is not valid JSON')).toBeVisible()
  await load.setInputFiles(file(Buffer.from('{}')))
  await expect(page.getByRole('region', { name: /^Messages/ })).toContainText(/version/i)
  await expect(data).toContainText('posts5')
  expectErrors(/\b400\b/)
  await load.setInputFiles(file(saved))
  await expect(toast(page, 'Snapshot loaded')).toBeVisible()
  await expect(data).toContainText('posts6')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(posts(page).first()).toContainText('To be kept')
})
