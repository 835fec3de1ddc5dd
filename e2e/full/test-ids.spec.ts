import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { as } from '../support/as-user.ts'
import { comments, expect, logInAsGuest, test, visit, writePost } from '../support/fixtures.ts'
import { fetchApi } from '../support/mock.ts'

/** The rows of the table in the guide: the id, and the screen that has it. */
const guide = readFileSync(new URL('../../docs/testers.md', import.meta.url), 'utf8')
const rows = [
  ...guide.matchAll(
    /^\| `([a-z-]+)` \| [^|]+ \| (Log-in|Sign-up|Home|Explore|Post|Notifications) \|$/gm,
  ),
]

/** In this order: from the home screen on, the guest is logged in. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  async 'Log-in'(page) {
    await visit(page)
    // Shows a toast.
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  },
  async 'Sign-up'(page) {
    await visit(page)
    await page.getByRole('link', { name: 'Create new account' }).click()
    await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()
  },
  async Home(page) {
    await logInAsGuest(page)
    const other = await page.context().newPage()
    await other.goto('/homePage')
    await writePost(other, 'From another tab')
  },
  async Explore(page) {
    await page.goto('/explore')
    await page.getByTestId('user-card').first().waitFor()
  },
  async Post(page) {
    await page.goto('/homePage')
    await page.getByRole('link', { name: /^Comments on .*: 1$/ }).click()
    await comments(page).first().waitFor()
  },
  async Notifications(page) {
    await page.goto('/notifications')
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    const { data } = await fetchApi<{ users: { _id: string }[] }>(
      page,
      'GET /api/users?search=guest',
    )
    await (await as(page, 'mira'))(`POST /api/users/follow/${data.users[0]?._id}`)
  },
}

test('the test ids that the guide lists are on their screens', async ({ page }) => {
  test.slow()
  for (const [screen, open] of Object.entries(SCREENS)) {
    await open(page)
    for (const [, id = '', on] of rows) {
      if (on === screen) await expect(page.getByTestId(id).first(), id).toBeAttached()
    }
  }
})
