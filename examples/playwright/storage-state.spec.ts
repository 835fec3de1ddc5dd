import { expect, test } from 'playwright/test'
import { callApi, logIn, openApp, posts } from './gearheads.ts'

test('a saved context restores log-in and data', async ({ page, browser }) => {
  await logIn(page, { username: 'mira', password: 'Boxer#1976' })
  await callApi(page, 'POST /api/posts', { content: 'Saved with the context' })
  const storageState = await page.context().storageState({ indexedDB: true })

  const restored = await browser.newContext({ storageState })
  const other = await restored.newPage()
  await openApp(other, '/homePage')
  await expect(posts(other).first()).toContainText('Saved with the context')
  const { status } = await callApi(other, 'POST /api/posts', { content: 'By the same user' })
  expect(status).toBe(201)
  await restored.close()
})

test('page.clock does not reach the worker', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2001-02-03T04:05:06Z'))
  await logIn(page, { username: 'mira', password: 'Boxer#1976' })
  type Posts = { posts: { createdAt: string }[] }
  const { data } = await callApi<Posts>(page, 'POST /api/posts', { content: 'Now' })
  expect(await page.evaluate(() => new Date().getFullYear())).toBe(2001)
  expect(new Date(data.posts[0]?.createdAt ?? '').getFullYear()).toBeGreaterThan(2001)
})
