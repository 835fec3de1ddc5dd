import { expect } from '@playwright/test'
import { likeButton, openApp, posts, setMock } from '../gearheads.ts'
import { test } from '../signed-in.ts'

test('a like that fails leaves no trace, and can be tried again', async ({ page }) => {
  await openApp(page, '/homePage')
  await expect(posts(page)).toHaveCount(5)
  const like = { method: 'POST', path: '/api/posts/like/:postId' }
  const body = { error: ['The lift is taken.'] }
  await setMock(page, { failures: [{ ...like, status: 500, times: 1, body }] })

  await likeButton(page).click()
  await expect(page.getByText('The lift is taken.')).toBeVisible()
  // The error shows first; then the heart must be as before the click.
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(likeButton(page)).toHaveAccessibleName("Like mira's post")

  await likeButton(page).click()
  await expect(likeButton(page)).toHaveAccessibleName("Like mira's post: 1")
  await page.reload()
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')
})
