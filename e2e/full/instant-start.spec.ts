import type { Page } from 'playwright/test'
import { stopWorkers } from '../support/devtools.ts'
import { expect, logInAsGuest, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { resetData, setMock } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

/** Longer than any of these tests waits: what is seen before is not what the API answered. */
const NO_ANSWER_MS = 60_000

/** What is kept for the next start, as JSON. */
function keptText(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('gearheads-last'))
}

test('a cold start shows the feed before the API has answered, offline and with the worker stopped', async ({
  page,
}) => {
  const { username } = await signUp(page)
  await writePost(page, 'Seen last')
  await posts(page)
    .first()
    .getByRole('button', { name: /^Like .*: 0$/ })
    .click()
  await expect(
    posts(page)
      .first()
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeVisible()
  await expect
    .poll(() => keptText(page))
    .toMatch(/"likeCount":1.*"content":"Seen last"|"content":"Seen last".*"likeCount":1/)
  await setMock(page, { delay: NO_ANSWER_MS })
  await goOffline(page)
  await stopWorkers(page)
  await page.reload()
  await expect(posts(page).first()).toContainText('Seen last')
  await expect(
    posts(page)
      .first()
      .getByRole('button', { name: /^Like .*: 1$/ }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who to follow' })).toContainText('Follow')
  await page.getByRole('link', { name: 'BookMark' }).first().click()
  await expect(page.getByText('There are no bookmarks')).toBeVisible()
  await expect(page.getByText(username).first()).toBeVisible()
})

test('what was shown last is brought up to date', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'As it was')
  // Behind the back of this page: it is on another site when it happens.
  await page.goto('about:blank')
  const other = await page.context().newPage()
  await other.goto('/homePage')
  await writePost(other, 'Newer')
  await other.close()
  await page.goBack()
  await expect(posts(page).first()).toContainText('Newer')
})

test('what was shown to one user is gone for the next', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'For my eyes')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  expect(await keptText(page)).toBe(null)
})

test('who logs out in one tab is logged out in the others', async ({ page, context }) => {
  await signUp(page)
  const other = await context.newPage()
  await other.goto('/homePage')
  await expect(posts(other).first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  await expect(other).toHaveURL('/')
})

test('a session whose user is gone ends on the landing screen, although a feed was kept', async ({
  page,
  complaints,
}) => {
  await signUp(page)
  await expect(posts(page).first()).toBeVisible()
  await resetData(page, 'default')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  await logInAsGuest(page)
  complaints.length = 0
})
