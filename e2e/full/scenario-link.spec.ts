// Links that replace everything, made by this app or by another site (R13.13).
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
/** A link to these data and settings, for this build. */
async function linkTo(page: Page, scenario: Partial<Scenario>): Promise<string> {
  const { version } = await mockState(page)
  return `/mock#${await encodeScenario({ version, ...scenario })}`
}

/** All stored data, the settings and the session. */
async function everything(page: Page): Promise<unknown> {
  return [
    (await fetchApi(page, 'GET /api/mock/snapshot')).data,
    await mockState(page),
    await page.evaluate(() => localStorage.getItem('gearheads-token')),
  ]
}

test('a copied link restores data, settings, time and log-in in another browser (R13.13)', async ({
  page,
  context,
  newContext,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page)
  await setMock(page, { now: NOW, idSeed: 7 })
  await resetData(page, 'default')
  await signUpByApi(page, { name: 'Ada', username: 'ada', password: 'Torque#1' })
  await setMock(page, { delay: 5 })
  const { data: mine } = await fetchApi<Reply<'GET /api/users'>>(page, 'GET /api/users')
  await openTester(page)
  await openControls(page, 'Scenario link')
  const form = page.getByRole('form', { name: 'Scenario link' })
  await expect(form.getByLabel('Logged in as')).toHaveValue('ada')
  await form.getByRole('button').click()
  await expect(toast(page, 'ada is not a user of these data.')).toBeVisible()
  await form.getByLabel('Data').selectOption('All current data')
  await form.getByRole('button').click()
  await expect(toast(page, 'Scenario link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).search).toBe('')

  const other = await (await newContext()).newPage()
  await other.goto(link)
  await expect(dialog(other)).toContainText('it deletes 5 users, 5 posts and 1 comment,')
  await expect(dialog(other)).toContainText('a snapshot of 6 users, 5 posts and 1 comment')
  await expect(dialog(other)).toContainText(`Time: ${NOW}`)
  await expect(dialog(other)).toContainText('You will be logged in as ada')
  await replace(other).click()
  await expect(other).toHaveURL('/homePage')
  await expect(posts(other).first().locator('time')).toHaveText('2h')
  await expect(other.getByText(`The time is set to ${NOW}.`)).toBeVisible()
  expect((await mockState(other)).settings).toMatchObject({ now: NOW, idSeed: 7, delay: 5 })
  expect((await fetchApi(other, 'GET /api/users')).data).toEqual(mine)
  await other.goBack()
  await expect(dialog(other)).toHaveCount(0)
})

test('nothing changes before the confirmation, by a link that is declined or refused; then it replaces unsent texts, too (R13.13, R13.14)', async ({
  page,
  expectErrors,
}) => {
  test.slow()
  await logInAsGuest(page)
  await composer(page).fill('Half a thought')
  const link = await linkTo(page, { seed: 'empty', settings: { delay: 60_000 } })
  const before = await everything(page)
  for (const decline of [
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await page.goto('/mock')
    await page.goto(link)
    await expect(dialog(page)).toContainText('no users and no posts')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.reload()
    await expect(dialog(page)).toContainText('Delay in ms: 60000')
    await decline()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/mock$/)
  }

  // The button cannot be hit before one can read, also after the window gets the focus.
  await page.goto(link)
  await expect(replace(page)).toBeEnabled()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(replace(page)).toBeDisabled()
  await expect(replace(page)).toBeEnabled()

  // What the page and the back end refuse: scenario.test.ts and controls-scenario.test.ts.
  await page.goto('/homePage')
  await page.goto(await linkTo(page, { seed: 'empty', version: 1 }))
  const refusal = page.getByRole('dialog', { name: "can't be opened" })
  await expect(refusal).toContainText('version 1 of the data')
  await expect(replace(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.goto('/homePage')
  await page.goto(await linkTo(page, { seed: 'empty', viewer: 'mira' }))
  await replace(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('must be a username of the new data')
  await expect(dialog(page).getByRole('alert')).toContainText('Nothing was changed')
  expect(await everything(page)).toEqual(before)
  expectErrors(/\b400\b/)

  await page.goto('/homePage')
  await expect(composer(page)).toHaveValue('Half a thought')
  await page.goto(await linkTo(page, { seed: 'default', viewer: 'guest' }))
  await expect(dialog(page)).toContainText('Your unsent texts will be lost')
  await expect(replace(page)).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(replace(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
  await expect(composer(page)).toHaveValue('')
})

test('a double click and a reload in the middle replace once (R13.13)', async ({ page }) => {
  await visit(page)
  const link = await linkTo(page, { seed: { users: 9, posts: 12 }, viewer: 'guest' })
  const expectDone = async () => {
    await expect(page).toHaveURL('/homePage')
    await expect(posts(page).first()).toBeVisible()
    expect((await mockState(page)).counts).toMatchObject({ users: 9, posts: 12 })
    await resetData(page, 'default')
    await page.goto('/mock')
  }
  await page.goto(link)
  await replace(page).dblclick()
  await expectDone()

  await page.goto(link)
  await expect(replace(page)).toBeEnabled()
  // The data are replaced, and the page is reloaded before it gets the reply.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (...given) => {
      if (given[0] !== '/api/mock/reset') return fetch(...given)
      fetch(...given).then(() => location.reload())
      return new Promise(() => undefined)
    }
  })
  await replace(page).click()
  await expect(dialog(page)).toContainText('it deletes 9 users')
  await replace(page).click()
  await expectDone()
})
