import { readFile } from 'node:fs/promises'
import {
  expect,
  logInAsGuest,
  NETWORK,
  posts,
  test,
  toast,
  writePost,
} from '../support/fixtures.ts'
import { edit, press, row } from '../support/json-editor.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import {
  ask,
  endpoint,
  openTester,
  openTool,
  rawBody,
  result,
  submit,
} from '../support/tester-page.ts'

const banner = /simulated failures? .*(is|are) on\.|overrides? (is|are) on\./

test('the delay is set in the panel and survives a reload', async ({ page }) => {
  await openTester(page)
  await openTool(page, 'Mock')
  await page.getByLabel('Milliseconds').fill('7')
  await page.getByRole('button', { name: 'Set delay' }).click()
  await expect.poll(async () => (await mockState(page)).settings.delay).toBe(7)
  await page.reload()
  await openTool(page, 'Mock')
  await expect(page.getByLabel('Milliseconds')).toHaveValue('7')
})

test('a failure by route and status applies the set number of times, then its banner disappears', async ({
  page,
  expectErrors,
}) => {
  await openTester(page)
  await openTool(page, 'Mock')
  await page.getByLabel('Route').selectOption('GET /api/users/:id')
  await page.getByLabel('Failure', { exact: true }).selectOption('503 Service Unavailable')
  await page.getByLabel('How often').selectOption('once')
  await page.getByRole('button', { name: 'Add failure' }).click()
  const rules = page.getByRole('list', { name: 'Failures and overrides' })
  await expect(rules).toContainText('GET /api/users/:id answers 503, once')
  await expect(page.getByText(banner)).toBeVisible()

  await ask(page, '/api/users/1', '503 Service Unavailable')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(rules).toBeHidden()
  await ask(page, '/api/users/1', '200 OK')
  expectErrors(/\b503\b/)
})

test('while failures are active, every screen shows a banner, and one click ends them', async ({
  page,
}) => {
  await logInAsGuest(page)
  const failure = { method: 'POST', path: '/api/posts', status: 503 }
  await setMock(page, { failures: [failure] })
  await expect(page.getByText(banner)).toBeVisible()
  for (const path of ['/homePage', '/explore', '/mock']) {
    await page.goto(path)
    await expect(page.getByText(banner)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText(banner)).toBeHidden()
  expect((await mockState(page)).settings.failures).toEqual([])
})

test('a preset is turned on and off with one click, and replaces another', async ({ page }) => {
  await openTester(page)
  await openTool(page, 'Mock')
  const rules = page.getByRole('list', { name: 'Failures and overrides' }).getByRole('listitem')

  const preset = (name: string) => page.getByRole('button', { name, exact: true })
  await preset('Captive portal').click()
  await expect(rules).toHaveText(['Captive portal: Every call answers an HTML page'])
  await preset('Failing deploy').click()
  await expect(rules).toHaveText([/HTML page, 30 %/, /503, 20 %/])
  await expect(preset('Captive portal')).toHaveAttribute('aria-pressed', 'false')
  await preset('Failing deploy').click()
  await expect(rules).toHaveCount(0)
  await expect(preset('Failing deploy')).toHaveAttribute('aria-pressed', 'false')
})

test('the keyboard keeps its place when its button disappears', async ({ page }) => {
  await openTester(page)
  const failures = [500, 501, 502].map((status) => ({ method: '*', path: '/api/x', status }))
  await setMock(page, { failures })
  await openTool(page, 'Mock')
  const remove = (status: number) =>
    page.getByRole('button', { name: `Remove: * /api/x answers ${status}` })
  await remove(501).press('Enter')
  await expect(remove(501)).toHaveCount(0)
  await expect(remove(502)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(page.locator('summary', { hasText: 'Planted defects' })).toBeFocused()

  await page.getByLabel('Milliseconds').fill('7')
  const set = page.getByRole('button', { name: 'Set delay' })
  await set.press('Enter')
  await expect.poll(async () => (await mockState(page)).settings.delay).toBe(7)
  await expect(set).toBeFocused()

  await setMock(page, { failures })
  await page.reload()
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a wrong time is reported at its field', async ({ page }) => {
  await openTester(page)
  await openTool(page, 'Mock')
  const time = page.getByLabel('Time or offset')
  await time.fill('tomorrow')
  await page.getByRole('button', { name: 'Set time' }).click()
  await expect(time).toHaveAccessibleDescription(/Enter a time in UTC/)
  await expect(time).toHaveValue('tomorrow')
})

for (const [failure, explained] of [
  [{ kind: 'cut' }, 'only a part of one'],
  [{ kind: 'redirect', location: '/api/users' }, 'Redirected to'],
] as const) {
  test(`the response panel explains ${JSON.stringify(failure)}`, async ({ page, expectErrors }) => {
    await openTester(page)
    await setMock(page, { failures: [{ method: 'GET', path: '/api/posts', ...failure }] })
    await ask(page, '/api/posts', explained)
    expectErrors(NETWORK)
  })
}

test('a response is served for its route once, or until it is cleared', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  const mira = await rawBody(page)
  await ask(page, '/api/users/2', '200 OK')
  const theo = await rawBody(page)
  expect(theo).not.toBe(mira)

  const use = page.getByRole('button', { name: 'Mock this response' })
  await use.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Once' }).click()
  await expect(toast(page, 'GET /api/users/2 now returns this response')).toBeVisible()
  await setMock(page, { delay: 0 })
  await expect.poll(async () => (await mockState(page)).settings.overrides.length).toBe(1)
  await submit(page)
  await expect(page.getByLabel('Raw body')).toHaveValue(theo)
  await expect.poll(async () => (await mockState(page)).settings.overrides.length).toBe(0)

  await use.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Until cleared' }).click()
  await expect(page.getByText(/1 override is on/)).toBeVisible()
  await openTool(page, 'Mock')
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText(banner)).toBeHidden()
})

test('an edited response is served, and confirming the edit sends nothing', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await press(page, row(page, 'user'), 'ArrowRight')
  await edit(page, row(page, 'firstName'), 'Edited Mira')
  await expect(row(page, 'firstName: "Edited Mira"')).toBeFocused()
  expect(sent.filter((url) => url.includes('/api/users'))).toEqual([])

  await page.getByRole('button', { name: 'Mock this response' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Until cleared' }).click()
  await expect(page.getByText(/1 override is on/)).toBeVisible()
  const { data } = await fetchApi<{ user: { firstName: string } }>(page, 'GET /api/users/1')
  expect(data.user.firstName).toBe('Edited Mira')
})

test('a snapshot is saved, the data are reset, and the snapshot restores them', async ({
  page,
}) => {
  await logInAsGuest(page)
  await writePost(page, 'To be kept')
  await page.getByRole('link', { name: 'Request tester' }).click()
  await openTool(page, 'Mock')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  const saved = await readFile(await (await saving).path())

  const data = page.getByRole('region', { name: 'Data' })
  await expect(data).toContainText('posts6')
  await page.getByRole('button', { name: 'Restore seed data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(toast(page, 'Data replaced')).toBeVisible()
  await expect(data).toContainText('posts5')

  const file = { name: 'kept.json', mimeType: 'application/json', buffer: saved }
  await page.getByLabel('Load snapshot').setInputFiles(file)
  await expect(toast(page, 'Snapshot loaded')).toBeVisible()
  await expect(data).toContainText('posts6')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(posts(page).first()).toContainText('To be kept')
})

test('the data are emptied, and filled with the requested numbers', async ({ page }) => {
  await openTester(page)
  await openTool(page, 'Mock')
  const data = page.getByRole('region', { name: 'Data' })
  const replace = page.getByRole('dialog').getByRole('button', { name: 'Replace' })
  await page.getByRole('button', { name: 'Empty' }).click()
  await replace.click()
  await expect(data).toContainText('users0')

  await page.getByRole('spinbutton', { name: 'Users' }).fill('7')
  await page.getByRole('spinbutton', { name: 'Posts' }).fill('30')
  await page.getByRole('button', { name: 'Generate' }).click()
  await replace.click()
  await expect(data).toContainText('users7')
  await expect(data).toContainText('posts30')
})

test('a file that is not a snapshot changes nothing', async ({ page, expectErrors }) => {
  await openTester(page)
  await openTool(page, 'Mock')
  const load = page.getByLabel('Load snapshot')
  const file = (text: string) => ({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await load.setInputFiles(file('not JSON'))
  await expect(toast(page, 'This file is not valid JSON')).toBeVisible()
  await load.setInputFiles(file('{}'))
  await expect(page.getByRole('region', { name: /^Messages/ })).toContainText(/version/i)
  await expect(page.getByRole('region', { name: 'Data' })).toContainText('users5')
  expectErrors(/\b400\b/)
})

test('the description of the API opens from the tester', async ({ page }) => {
  await openTester(page)
  const link = page.getByRole('link', { name: 'OpenAPI description' })
  await endpoint(page).fill((await link.getAttribute('href')) ?? '')
  await submit(page)
  await expect(result(page).getByText('200 OK')).toBeVisible()
  expect(JSON.parse(await rawBody(page)).openapi).toMatch(/^3\.1/)
})
