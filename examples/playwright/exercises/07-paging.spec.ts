import { expect } from '@playwright/test'
import { callApi, openApp } from '../gearheads.ts'
import { test } from '../signed-in.ts'

type Posts = { posts: { _id: string; username: string }[] }

test.beforeEach(async ({ page }) => {
  await openApp(page, '/homePage')
  await callApi(page, 'POST /api/mock/reset', { seed: { users: 20, posts: 95, seed: 7 } })
})

test('the pages together are the whole list: nothing twice, nothing missing', async ({ page }) => {
  const { data } = await callApi<Posts>(page, 'GET /api/posts')
  const paged: string[] = []
  let next: string | undefined = '/api/posts?limit=10'
  while (next) {
    const reply: { data: Posts; headers: Record<string, string> } = await callApi(
      page,
      `GET ${next}`,
    )
    paged.push(...reply.data.posts.map(({ _id }) => _id))
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.link ?? '')?.[1]
  }
  expect(data.posts).toHaveLength(95)
  expect(paged).toEqual(data.posts.map(({ _id }) => _id))
})

test('scrolling to the end of the feed shows every post in its place (R4.16)', async ({ page }) => {
  const { data } = await callApi<Posts>(page, 'GET /api/posts')
  await page.goto('/homePage')
  const list = page.getByRole('list', { name: 'Posts' })
  // A long list has only the rows near the screen, but each knows its place in the whole.
  for (const [index, { username }] of data.posts.entries()) {
    const row = list.locator(`[aria-posinset="${index + 1}"]`)
    // The list may replace the row while it scrolls.
    await expect(() => row.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass()
    await expect(row.getByRole('article')).toHaveAccessibleName(`By ${username}`)
  }
  await expect(list.locator('[aria-posinset="96"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show more posts' })).toHaveCount(0)
})
