// Links that replace everything, made by this app or by another site (R13.13). The content of a link, and the refusal of
// invalid ones, are tested in src/features/tester/scenario/scenario.test.ts and mocks/handlers/controls-scenario.test.ts.
import type { Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { encodeScenario, type Scenario } from '../../src/features/tester/scenario/scenario.ts'
import { composer } from '../support/actions.ts'
import {
  expect,
  logInAsGuest,
  posts,
  signUpByApi,
  test,
  toast,
  visit,
} from '../support/fixtures.ts'
import { fetchApi, mockState, resetData, setMock } from '../support/mock.ts'
import { openControls, openTester } from '../support/tester-page.ts'

const NOW = '2026-05-01T12:00:00Z'

const dialog = (page: Page) => page.getByRole('dialog')
const replace = (page: Page) => page.getByRole('button', { name: 'Replace everything' })

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a link restores everything (R13.13)', async ({ page, newContext }) => {
  await visit(page)
  await setMock(page, { now: NOW, idSeed: 7 })
  await resetData(page, 'default')
  const { username } = await signUpByApi(page)
  await setMock(page, { delay: 5 })
  const { data: mine } = await fetchApi<Reply<'GET /api/users'>>(page, 'GET /api/users')
  await openTester(page)
  await openControls(page, 'Scenario link')
  const form = page.getByRole('form', { name: 'Scenario link' })
  await expect(form.getByLabel('Logged in as')).toHaveValue(username)
  await form.getByRole('button').click()
  await expect(toast(page, `${username} is not a user of these data.`)).toBeVisible()
  await form.getByLabel('Data').selectOption('All current data')
  await form.getByRole('button').click()
  await expect(toast(page, 'Scenario link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const other = await (await newContext()).newPage()
  await other.goto(link)
  for (const text of [
    'it deletes 5 users, 5 posts and 1 comment,',
    'a snapshot of 6 users, 5 posts and 1 comment',
    `Time: ${NOW}`,
    `You will be logged in as ${username}`,
  ])
    await expect(dialog(other)).toContainText(text)
  await replace(other).click()
  await expect(other).toHaveURL('/homePage')
  await expect(posts(other).first().locator('time')).toHaveText('2h')
  await expect(other.getByText(`The time is set to ${NOW}.`)).toBeVisible()
  expect((await mockState(other)).settings).toMatchObject({ now: NOW, idSeed: 7, delay: 5 })
  expect((await fetchApi(other, 'GET /api/users')).data).toEqual(mine)
  await other.goBack()
  await expect(dialog(other)).toHaveCount(0)
})

test('links are declined, refused (R13.13, R13.14)', async ({ page, expectErrors }) => {
  await logInAsGuest(page)
  await composer(page).fill('Half a thought')
  const { version } = await mockState(page)
  /** Opens a link to these data and settings from another document, for this build. */
  async function openLink(scenario: Partial<Scenario>): Promise<void> {
    await page.goto('/homePage')
    await page.goto(`/mock#${await encodeScenario({ version, ...scenario })}`)
  }
  const everything = async () => [
    (await fetchApi(page, 'GET /api/mock/snapshot')).data,
    await mockState(page),
    await page.evaluate(() => localStorage.getItem('gearheads-token')),
  ]
  const before = await everything()
  await openLink({ seed: 'empty', settings: { delay: 60_000 } })
  await expect(dialog(page)).toContainText('no users and no posts')
  await page.reload()
  await expect(dialog(page)).toContainText('Delay in ms: 60000')
  // The button cannot be hit before one can read, also after the window gets the focus.
  await expect(replace(page)).toBeEnabled()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(replace(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/mock$/)

  await openLink({ seed: 'empty', version: 1 })
  const refusal = page.getByRole('dialog', { name: "can't be opened" })
  await expect(refusal).toContainText('version 1 of the data')
  await expect(replace(page)).toHaveCount(0)
  await openLink({ seed: 'empty', viewer: 'mira' })
  await replace(page).click()
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText(/Nothing was changed.*must be a username of the new data/)
  expect(await everything()).toEqual(before)
  expectErrors(/\b400\b/)

  await openLink({ seed: 'default', viewer: 'guest' })
  await expect(dialog(page)).toContainText('Your unsent texts will be lost')
  await replace(page).click()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
  await expect(composer(page)).toHaveValue('')
})
