// A phone whose line to the club lies: proxies that answer in its place, requests that hang (docs/sync.md#when).
import { copyFileSync } from 'node:fs'
import { fillSignUp } from '../support/actions.ts'
import { Club, replicaIsReady } from '../support/club.ts'
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { test as base, expect, newPerson, writePost } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import {
  changeIn,
  changesDialog,
  expectLine,
  logInAsGuest,
  logInAsMira,
  openChanges,
  unsent,
} from '../support/sync-fixtures.ts'

const test = base.extend<{ club: Club; line: FaultyProxy }>({
  club: async ({ expectErrors }, use) => {
    const club = new Club('--controls')
    await club.start()
    await use(club)
    await club.remove()
    // The browser reports each reply of the proxy, and each request without a network.
    expectErrors(/Failed to load resource|ERR_|EventSource/)
  },
  line: async ({ club, page }, use) => {
    const line = new FaultyProxy(club.url)
    await line.start()
    await use(line)
    await page.context().close()
    await line.stop()
  },
})

const CHANGES = '/api/changes'
const LOG_IN_PAGE = '<!doctype html><title>Welcome to our Wi-Fi</title>'

// sync/device/line.test.ts has the other statuses, sync/line-model.test.ts the number of requests, and uploads that a proxy answers.
test('a line that answers with a log-in page is named; what waits is home when it is back', async ({
  page,
  line,
}) => {
  test.slow()
  await logInAsGuest(page, line)
  const sends = () => line.requests('POST', CHANGES).length
  const before = sends()
  line.fault = ({ path }) =>
    path.startsWith(CHANGES) ? { status: 200, body: LOG_IN_PAGE } : undefined
  await writePost(page, 'Through the fog')
  await expect.poll(sends).toBeGreaterThan(before + 3)
  await expectLine(page, 'Something between this phone and the club answers')
  await expect(unsent(page, 'Through the fog')).toBeVisible()

  line.fault = () => undefined
  await openChanges(page)
  await expect(changesDialog(page)).toContainText(/Since \d\d:\d\d:\d\d\. Next try at/)
  await changesDialog(page).getByRole('button', { name: 'Send now' }).click()
  await expect(changesDialog(page).getByText('Nothing is waiting.')).toBeVisible()
})

test('a request that is never answered ends, and the writes are sent after it', async ({
  page,
  line,
}) => {
  test.slow()
  await logInAsGuest(page, line)
  let isHanging = true
  line.fault = ({ method, path }) => {
    if (!isHanging || method !== 'POST' || !path.startsWith(CHANGES)) return undefined
    isHanging = false
    return 'hang'
  }
  await writePost(page, 'Patience')
  await expect(unsent(page, 'Patience')).toBeVisible()
  // The limit of a request is 30 s.
  await expect(unsent(page, 'Patience')).toHaveCount(0, { timeout: 60_000 })
})

test('a bio that was changed offline does not take back a rename on another phone', async ({
  page,
  club,
  newContext,
}) => {
  const other = await (await newContext()).newPage()
  await logInAsMira(page, club)
  await logInAsMira(other, club)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await goOffline(page)
  await page.getByLabel('Bio').fill('Writing from a tunnel')
  await page.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('Writing from a tunnel')

  await other.getByRole('link', { name: 'Settings' }).first().click()
  await other.getByLabel('User-Name').fill('mira.vale')
  await other.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(other.getByText('Profile updated')).toBeVisible()

  await page.context().setOffline(false)
  // The form that is open follows the rename, too.
  await expect(page.getByLabel('User-Name')).toHaveValue('mira.vale')
  await expect(other.getByLabel('Bio')).toHaveValue('Writing from a tunnel')
  await expect(other.getByLabel('User-Name')).toHaveValue('mira.vale')
  await other.context().close()
  await page.context().close()
})

test('the writes of an account that a restore has removed can be seen and discarded by another user', async ({
  page,
  club,
  expectErrors,
}) => {
  const data = club.data
  await club.stop()
  copyFileSync(data, `${data}.backup`)
  await club.start()
  const theo = newPerson('Theo')
  await page.goto(club.url)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await fillSignUp(page, theo)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await replicaIsReady(page)
  await goOffline(page)
  await writePost(page, 'Before the crash')
  await club.stop()
  copyFileSync(`${data}.backup`, data)
  await club.start()
  await page.context().setOffline(false)
  // The account is gone.
  await page.reload()
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await replicaIsReady(page)
  await expectLine(page, "1 change can't be sent.")
  await openChanges(page)
  const row = changeIn(changesDialog(page))
  await expect(row).toContainText('The account that wrote this no longer exists')
  await expect(row).not.toContainText(theo.username)
  await row.getByRole('button', { name: /^Discard/ }).click()
  await page
    .getByRole('dialog', { name: 'Discard this change?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(changesDialog(page).getByText('Nothing is waiting.')).toBeVisible()
  await page.context().close()
  // The calls with the token of the account.
  expectErrors(/\b40[14]\b/)
})
