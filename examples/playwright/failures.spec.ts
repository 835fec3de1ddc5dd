import { expect, test } from '@playwright/test'
import { composer, guest, likeButton, logIn, posts, setMock } from './gearheads.ts'

test('the next like fails: the heart is empty again, and a second try works', async ({ page }) => {
  await logIn(page, guest)
  const failure = { method: 'POST', path: '/api/posts/like/:postId', status: 500, times: 1 }
  const body = { error: ['The lift is taken.'] }
  await setMock(page, { failures: [{ ...failure, body }] })

  const like = likeButton(page)
  await like.click()
  await expect(page.getByText('The lift is taken.')).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})

test('status 0 is no reply at all, as without a network', async ({ page }) => {
  await logIn(page, guest)
  const failure = { method: '*', path: '/api/posts/1', status: 0 }
  await setMock(page, { failures: [failure] })
  const error = await page.evaluate(() => fetch('/api/posts/1').catch((error) => error.name))
  expect(error).toBe('TypeError')
})

test('one read in two fails', async ({ page }) => {
  await logIn(page, guest)
  const failure = { method: 'GET', path: '/api/users/:id', status: 503, rate: 0.5 }
  await setMock(page, { failures: [failure] })
  const statuses = await page.evaluate(() =>
    Promise.all(Array.from({ length: 60 }, async () => (await fetch('/api/users/1')).status)),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('the reply to a post is lost after the post was stored: it is sent again, and stored once', async ({
  page,
}) => {
  await logIn(page, guest)
  const failure = { method: 'POST', path: '/api/posts', status: 0, after: true, times: 1 }
  await setMock(page, { failures: [failure] })
  const reply = page.waitForResponse('**/api/posts/')
  await composer(page).fill('Only once')
  await page.getByRole('button', { name: 'Vroom' }).click()
  expect((await reply).status()).toBe(201)
  await expect(posts(page).filter({ hasText: 'Only once' })).toHaveCount(1)
})

test('a slow back end: the like shows before the reply', async ({ page }) => {
  await logIn(page, guest)
  await expect(posts(page)).toHaveCount(5)
  await setMock(page, { delay: 3000 })
  const response = page.waitForResponse('**/api/posts/like/*')
  const like = likeButton(page)
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 })
  expect((await response).status()).toBe(201)
})
