import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { as } from '../support/as-user.ts'
import {
  comments,
  expect,
  logInAsGuest,
  posts,
  test,
  visit,
  writePost,
} from '../support/fixtures.ts'
import { fetchApi } from '../support/mock.ts'

/** The rows of the table in the guide: the id, and the screen that has it. */
const guide = readFileSync(new URL('../../docs/testers.md', import.meta.url), 'utf8')
const rows = [
  ...guide.matchAll(
    /^\| `([a-z-]+)` \| [^|]+ \| (Log-in|Sign-up|Home|Explore|Post|Notifications) \|$/gm,
  ),
]
const listed = rows.map(([, id = '']) => id)

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
    await logInAsGuest(page)
    await page.goto('/explore')
    await posts(page).first().waitFor()
  },
  async Post(page) {
    await logInAsGuest(page)
    await page.getByRole('link', { name: /^Comments on .*: 1$/ }).click()
    await comments(page).first().waitFor()
  },
  async Notifications(page) {
    await logInAsGuest(page)
    await page.goto('/notifications')
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    const { data } = await fetchApi<{ users: { _id: string }[] }>(
      page,
      'GET /api/users?search=guest',
    )
    await (await as(page, 'mira'))(`POST /api/users/follow/${data.users[0]?._id}`)
  },
}

test('the guide lists every test id, and no others are in the sources', () => {
  expect(new Set(listed).size).toBe(21)
  const sources = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const used = sources.flatMap((text) =>
    [...text.matchAll(/(?:data-testid=|[tT]estId[=:] ?)("[^"]+"|'[^']+'|\{.+\})/g)].flatMap(
      ([, value = '']) => [...value.matchAll(/["']([^"']+)["']/g)].map(([, id]) => id),
    ),
  )
  expect([...new Set(used)].sort()).toEqual([...listed].sort())
})

for (const [screen, open] of Object.entries(SCREENS)) {
  test(`the test ids of the screen ${screen} are on it`, async ({ page }) => {
    await open(page)
    for (const [, id = '', on] of rows) {
      if (on === screen) await expect(page.getByTestId(id).first(), id).toBeAttached()
    }
  })
}
