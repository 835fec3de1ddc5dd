import { expect } from '@playwright/test'
import { callApi, likeButton, openApp, posts } from '../gearheads.ts'
import { test } from '../signed-in.ts'

test('what one tab does shows in the other', async ({ page, context }) => {
  await openApp(page, '/homePage')
  await expect(posts(page)).toHaveCount(5)
  const other = await context.newPage()
  await openApp(other, '/homePage')

  await likeButton(other).click()
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')

  await callApi(other, 'POST /api/posts', { content: 'From the other tab' })
  // A new post does not push away what somebody reads: a button offers it.
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(posts(page).first()).toContainText('From the other tab')

  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Log-in Form' })).toBeVisible()
})
