// Lists of a crowd: they load by pages, and what names people opens them.
import type { Page } from 'playwright/test'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { crowdOf } from '../support/crowd.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { fetchApi, resetData } from '../support/mock.ts'

const PEOPLE = 120

const firstPost = (page: Page) => posts(page).first()
/** The post on its own screen. */
const wholePost = (page: Page) => page.getByTestId('post-card')

test('lists of likes and comments load by pages, and votes and new comments count on any of them', async ({
  page,
}) => {
  test.slow()
  await logInAsGuest(page)
  await resetData(page, { users: 10, posts: 20 })
  const { data } = await fetchApi<Snapshot>(page, 'GET /api/mock/snapshot')
  const { status } = await fetchApi(page, 'POST /api/mock/snapshot', crowdOf(data, PEOPLE))
  expect(status).toBe(200)
  await page.reload()

  // The number of likes opens the list of the users, and Back closes it.
  await firstPost(page)
    .getByRole('link', { name: /^Comments/ })
    .click()
  const opener = wholePost(page).getByRole('link', { name: '120 likes' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Likes (120)' })
  await expect(dialog.getByRole('heading')).toBeFocused()
  const people = dialog.getByRole('list', { name: 'Likes' }).getByTestId('user-card')
  await expect(people).toHaveCount(50)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(people).toHaveCount(100)
  // Keyboard navigation goes on at the first new user.
  await expect(people.nth(50).getByRole('link')).toBeFocused()
  await dialog.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(people).toHaveCount(120)
  await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.goto('/homePage')

  // A vote stays on a page of comments that was loaded later, and a new one is counted.
  const comments = firstPost(page).getByRole('link', { name: /^Comments/ })
  await expect(comments).toHaveAccessibleName(/: 120$/)
  await comments.click()
  const list = page.getByRole('list', { name: 'Comments, newest first' })
  const items = list.getByTestId('comment-card')
  await expect(items.first()).toBeVisible()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 3000)
      return list.locator('li[aria-posinset="120"]').count()
    })
    .toBe(1)
  const last = list.locator('li[aria-posinset="120"]')
  await last.getByTestId('upvote-button').click()
  await expect(last.getByRole('button', { name: /^Upvote .*: 1$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await last.getByRole('link', { name: 'Who upvoted' }).click()
  const voters = page.getByRole('dialog', { name: 'Upvotes' })
  await expect(voters.getByTestId('user-card')).toHaveCount(1)
  await page.goBack()
  await expect(voters).toHaveCount(0)
  await expect(last.getByRole('link', { name: 'Who upvoted' })).toBeFocused()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByTestId('comment-input').fill('The newest of many')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(items.first()).toContainText('The newest of many')
  await expect(wholePost(page).getByRole('link', { name: /^Comments .*: 121$/ })).toBeVisible()
})
