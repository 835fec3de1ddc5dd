// Mute and unmute a person (R6.6 to R6.8). What lists leave out: src/data/pending-writes.test.ts.
import type { Page } from 'playwright/test'
import { as } from '../support/as-user.ts'
import { expect, logInAsGuest, test, writePost } from '../support/fixtures.ts'
import { newestPost } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' })

test('what a muted person writes disappears and comes back (R6.6, R6.8)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAsGuest(page)
  await writePost(page, 'Look at these wheels')
  const { _id: postId } = await newestPost(page)
  const asMira = await as(page, 'mira')
  await asMira(`POST /api/comments/add/${postId}`, { content: 'Loud noise' })
  // More than a page of posts.
  for (let n = 0; n < 45; n += 1) await asMira('POST /api/posts', { content: `Loud ${n}` })
  await page.goto('/profilePage/1')
  const link = posts(page).getByRole('link', { name: /post by mira/ })
  const theirs = (await link.first().getAttribute('href')) ?? ''
  const menu = page.getByRole('button', { name: 'Profile menu, mira' })
  await menu.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You muted mira')).toBeVisible()
  await expect(posts(page)).toHaveCount(0)

  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(posts(page).getByText('@kenji').first()).toBeVisible()
  await expect(page.getByText('No posts yet')).toHaveCount(0)
  await expect(posts(page).getByText('@mira', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Who to follow' })).not.toContainText('@mira')
  // A new post of hers is not announced.
  await asMira('POST /api/posts', { content: 'Hey @guest' })
  await (await as(page, 'kenji'))('POST /api/posts', { content: 'Quiet here' })
  await page.getByTestId('new-posts-button').click()
  await expect(posts(page).getByText('Quiet here')).toBeVisible()
  await expect(page.getByText('Hey @guest')).toHaveCount(0)
  await page.goto(`/post/${postId}`)
  await expect(page.getByText('1 comment by someone you muted is hidden.')).toBeVisible()
  await expect(page.getByText('Loud noise')).toHaveCount(0)
  await expect(page.getByText('No comments yet')).toHaveCount(0)
  await page.goto(theirs)
  await expect(page.getByText('You muted mira')).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).first().click()
  const muted = page.getByRole('region', { name: 'Muted people' })
  await muted.getByRole('button', { name: 'Unmute mira' }).press('Enter')
  await expect(muted).toContainText('Nobody.')
  await expect(muted.getByRole('heading', { name: 'Muted people' })).toBeFocused()

  await page.goto(theirs)
  await expect(page.getByRole('button', { name: 'Like' })).toBeVisible()
  await page.goto('/profilePage/1')
  await goOffline(page)
  await menu.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Unmute mira' }).press('Enter')
  await expect(posts(page).getByText('Hey @guest')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
