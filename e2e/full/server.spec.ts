// The app built for a real server (docs/a-real-server.md), here `npm run api`.
import type { Page } from 'playwright/test'
import { expect, posts, test, toast, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { ask, response, result } from '../support/tester-page.ts'

async function logInAsGuest(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
}

/** The origin of the API, taken from the page's request for posts. */
async function apiOrigin(page: Page): Promise<string> {
  const requested = page.waitForRequest(/\/api\/posts\?/)
  await logInAsGuest(page)
  return new URL((await requested).url()).origin
}

test('a post with a picture is stored on the server and visible in other browsers', async ({
  page,
  newContext,
}) => {
  const api = await apiOrigin(page)
  expect(api).not.toBe(new URL(page.url()).origin)
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await writePost(page, 'Meet me at the lake')
  const shown = posts(page).filter({ hasText: 'Meet me at the lake' }).first()
  const picture = shown.getByRole('img', { name: /^Photo by/ })
  await expectShown(picture)
  await expect(picture).toHaveAttribute('src', new RegExp(`^${api}/api/uploads/`))

  const elsewhere = await (await newContext()).newPage()
  await logInAsGuest(elsewhere)
  const met = posts(elsewhere).filter({ hasText: 'Meet me at the lake' }).first()
  await expectShown(met.getByRole('img', { name: /^Photo by/ }))
  await met.getByRole('button', { name: /^Like/ }).click()
  await expect(met.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')
})

test('the tester calls the server and shows no controls of the mock', async ({ page }) => {
  await page.goto('/mock')
  await ask(page, '/api/posts?limit=1', '200 OK')
  await expect(result(page)).toContainText('network')
  await expect(response(page).getByText('posts').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mock', exact: true })).toHaveCount(0)
})

test('offline, the app shows cached data, undoes writes that cannot be sent, and recovers', async ({
  page,
  consoleErrors,
}) => {
  await logInAsGuest(page)
  await goOffline(page)
  await page.reload()
  const like = posts(page)
    .filter({ hasText: 'Brakes: present' })
    .getByRole('button', { name: /^Like/ })
  const before = await like.getAttribute('aria-pressed')
  const after = String(before !== 'true')
  await like.click()
  await expect(toast(page, 'Something went wrong').first()).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', String(before))
  await page.context().setOffline(false)
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', after)
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', after)
  // The calls that failed offline, which the screens report too.
  expect(
    consoleErrors.filter((text) => !/Network Error|ERR_INTERNET|Failed to/.test(text)),
  ).toEqual([])
  consoleErrors.length = 0
})
