import { expect, test } from '@playwright/test'

test("finds mira's post, its picture, its comments and its heart by role and name", async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).click()

  // She has two posts, so the name alone is not enough.
  const post = page.getByRole('article', { name: 'By mira' }).filter({ hasText: 'heater on full' })
  await expect(post).toBeVisible()
  await expect(post.getByRole('img', { name: /orange roadster/ })).toBeVisible()
  await expect(post.getByRole('link', { name: "Comments on mira's post: 1" })).toBeVisible()
  await expect(post.getByRole('button', { name: "Like mira's post" })).toBeVisible()
})
