import { expect } from '@playwright/test'
import { callApi, logIn, mira, openApp, posts } from './gearheads.ts'
import { test } from './signed-in.ts'

for (const content of ['Written by one test', 'Written by another']) {
  test(`starts signed in, with the data of the log-in: ${content}`, async ({ page }) => {
    await openApp(page, '/homePage')
    await expect(posts(page)).toHaveCount(5)
    expect((await callApi(page, 'POST /api/posts', { content })).status).toBe(201)
    await page.reload()
    await expect(posts(page)).toHaveCount(6)
  })
}

test('page.clock does not reach the worker', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2001-02-03T04:05:06Z'))
  await logIn(page, mira)
  type Posts = { posts: { createdAt: string }[] }
  const { data } = await callApi<Posts>(page, 'POST /api/posts', { content: 'Now' })
  expect(await page.evaluate(() => new Date().getFullYear())).toBe(2001)
  expect(new Date(data.posts[0]?.createdAt ?? '').getFullYear()).toBeGreaterThan(2001)
})
