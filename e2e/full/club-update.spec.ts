// What a page and its phone do while their club has another version of the data: docs/club.md#updating-a-club.
// Data of a newer version on the phone: sync/device/scheduler.test.ts and mocks/versions.test.ts.
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { expect, posts, writePost } from '../support/fixtures.ts'
import { test as base, leaveForm, logInAsGuest, openChanges } from '../support/sync-fixtures.ts'

const test = base.extend<{ line: FaultyProxy }>({
  line: async ({ page, club, expectErrors }, use) => {
    const line = new FaultyProxy(club.url)
    await line.start()
    await use(line)
    await page.context().close()
    await line.stop()
    expectErrors(/Failed to load resource|ERR_|EventSource/)
  },
})

const TEXT = 'The club has another version of the app.'
/** The replies to a sync as a club of another version sends them. */
const otherVersion = { change: (text: string) => text.replace(/"version":\d+/, '"version":999') }

test('the club is updated: the page says so, and keeps all', async ({ page, line }) => {
  await logInAsGuest(page, line)
  line.fault = ({ path }) => (path.startsWith('/api/changes') ? otherVersion : undefined)
  const notice = page.getByRole('status').getByText(TEXT)
  const looks = () => line.requests('GET', '/sw.js').length
  const before = looks()
  await writePost(page, 'Written during the update')
  await leaveForm(page)
  await expect(notice).toBeVisible()
  await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(before + 1)
  await openChanges(page)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('There is no update yet.')).toBeVisible()
  // What is on its way would send it, too.
  const send = page.getByRole('button', { name: 'Send now' })
  await expect(send).not.toHaveAttribute('aria-busy', 'true')
  line.fault = () => undefined
  await send.click()
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
})

test('a phone joins a club of another version: it works, says so', async ({ page, line }) => {
  line.fault = ({ path }) => (/^\/api\/(replica|changes)/.test(path) ? otherVersion : undefined)
  await page.goto(line.url)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(page).first()).toBeVisible()
  await expect(page.getByRole('status').getByText(TEXT)).toBeVisible()
  await expect.poll(() => line.requests('GET', '/sw.js').length).toBeGreaterThan(1)
  await writePost(page, 'Sent at once')
  await page.reload()
  await expect(posts(page).filter({ hasText: 'Sent at once' })).toHaveCount(1)
})
