import { readFileSync } from 'node:fs'
import { openPost } from '../support/actions.ts'
import { as } from '../support/as-user.ts'
import { comments, expect, logInAsGuest, test, visit, writePost } from '../support/fixtures.ts'
import { newestPost } from '../support/mock.ts'

/** The rows of the table in the guide: the id, and the screen that has it. */
const guide = readFileSync(new URL('../../docs/testers.md', import.meta.url), 'utf8')
const rows = [
  ...guide.matchAll(
    /^\| `([a-z-]+)` \| [^|]+ \| (Log-in|Sign-up|Home|Explore|Post|Notifications) \|$/gm,
  ),
]

test('the test ids that the guide lists are on their screens', async ({ page, context }) => {
  test.slow()
  async function expectIds(screen: string) {
    for (const [, id = '', on] of rows)
      if (on === screen) await expect(page.getByTestId(id).first(), id).toBeAttached()
  }
  await visit(page)
  // Shows a toast.
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expectIds('Log-in')
  await page.getByRole('link', { name: 'Create new account' }).click()
  await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()
  await expectIds('Sign-up')
  await logInAsGuest(page)
  const other = await context.newPage()
  await other.goto('/homePage')
  await writePost(other, 'From another tab')
  await expectIds('Home')
  await page.goto('/explore')
  await expectIds('Explore')
  await page.goto('/homePage')
  await openPost(page, 1)
  await comments(page).first().waitFor()
  await expectIds('Post')
  await page.goto('/notifications')
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  const { userId } = await newestPost(page)
  await (await as(page, 'mira'))(`POST /api/users/follow/${userId}`)
  await expectIds('Notifications')
})
