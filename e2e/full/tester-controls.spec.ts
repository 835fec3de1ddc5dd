// The tab Mock of the tester: delay, failures, overrides, time and data (R13). The effects of the settings are tested in
// mocks/handlers/controls*.test.ts, the choices in src/features/tester/controls/rules.test.ts, and the explanations of failures in
// src/features/tester/response/explain-failure.test.ts.
import { readFile } from 'node:fs/promises'
import { expect, logInAsGuest, test, toast } from '../support/fixtures.ts'
import { edit, press, row } from '../support/json-editor.ts'
import { fetchApi, mockState, setMock } from '../support/mock.ts'
import { ask, openControls, openTester } from '../support/tester-page.ts'

const banner = /simulated failures? .*(is|are) on\.|overrides? (is|are) on\./

test('failures, time, banner (R13.2, R13.3, R13.9, R13.18)', async ({ page, expectErrors }) => {
  await openTester(page)
  await openControls(page, 'Delay')
  // By keyboard.
  await page.getByLabel('Milliseconds').fill('7')
  const set = page.getByRole('button', { name: 'Set delay' })
  await set.press('Enter')
  await expect.poll(async () => (await mockState(page)).settings.delay).toBe(7)
  await expect(set).toBeFocused()
  await page.reload()
  await openControls(page, 'Delay')
  await expect(page.getByLabel('Milliseconds')).toHaveValue('7')
  const state = (group: string) => page.locator('summary', { hasText: `${group}:` })
  await expect(state('Delay')).toHaveText('Delay: 7 ms')
  await expect(state('Failures')).toHaveText('Failures: Off')
  await state('Failures').click()

  // A failure that applies once, and then its banner disappears.
  await page.getByLabel('Route').selectOption('GET /api/users/:id')
  await page.getByLabel('Failure', { exact: true }).selectOption('503 Service Unavailable')
  await page.getByLabel('How often').selectOption('once')
  await page.getByRole('button', { name: 'Add failure' }).click()
  const list = page.getByRole('list', { name: 'Failures and overrides' })
  await expect(list).toContainText('GET /api/users/:id answers 503, once')
  await expect(page.getByText(banner)).toBeVisible()
  await ask(page, '/api/users/1', '503 Service Unavailable')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(list).toBeHidden()
  expectErrors(/\b503\b/)
  const preset = page.getByRole('button', { name: 'Captive portal', exact: true })
  await preset.click()
  await expect(state('Failures')).toHaveText('Failures: Captive portal is on')
  await preset.click()
  await expect(preset).toHaveAttribute('aria-pressed', 'false')

  // The keyboard keeps its place when its button disappears.
  const failures = [501, 502].map((status) => ({ method: '*', path: '/api/x', status }))
  await setMock(page, { failures })
  const remove = (status: number) => page.getByRole('button', { name: `/api/x answers ${status}` })
  await remove(501).press('Enter')
  await expect(remove(502)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(state('Delay')).toBeFocused()

  // A wrong time is reported at its field.
  await state('Time').click()
  const time = page.getByLabel('Time or offset')
  await time.fill('tomorrow')
  await page.getByRole('button', { name: 'Set time' }).click()
  await expect(time).toHaveAccessibleDescription(/Enter a time in UTC/)

  await logInAsGuest(page)
  await setMock(page, { failures })
  await expect(page.getByText(banner)).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(page.getByText(banner)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await mockState(page)).settings.failures).toEqual([])
})

test('an edited response is served; data are replaced (R13.4, R13.6, R13.7)', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/users/2', '200 OK')
  await press(page, row(page, 'user'), 'ArrowRight')
  await edit(page, row(page, 'firstName'), 'Edited Theo')
  await expect(row(page, 'firstName: "Edited Theo"')).toBeFocused()
  const dialog = page.getByRole('dialog')
  type Theo = { user: { firstName: string } }
  const firstName = async () => (await fetchApi<Theo>(page, 'GET /api/users/2')).data.user.firstName
  expect(await firstName()).not.toBe('Edited Theo')
  for (const often of ['Until cleared', 'Once']) {
    await page.getByRole('button', { name: 'Mock this response' }).click()
    await dialog.getByRole('button', { name: often }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/1 override is on/)).toBeVisible()
    expect(await firstName()).toBe('Edited Theo')
  }
  await expect(page.getByText(banner)).toBeHidden()

  const data = page.getByRole('region', { name: 'Data' })
  await openControls(page, 'Data')
  await page.getByRole('spinbutton', { name: 'Users' }).fill('7')
  await page.getByRole('spinbutton', { name: 'Posts' }).fill('30')
  await page.getByRole('button', { name: 'Generate' }).click()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(data).toContainText('users7')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  const saved = await readFile(await (await saving).path())
  await page.getByRole('button', { name: 'Restore seed data' }).click()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(data).toContainText('posts5')

  const file = { name: 'x.json', mimeType: 'application/json' }
  const load = (buffer: Buffer) =>
    page.getByLabel('Load snapshot').setInputFiles({ ...file, buffer })
  await load(Buffer.from('not JSON'))
  await expect(toast(page, 'This file is not valid JSON')).toBeVisible()
  await load(saved)
  await expect(toast(page, 'Snapshot loaded')).toBeVisible()
  await expect(data).toContainText('posts30')
})
