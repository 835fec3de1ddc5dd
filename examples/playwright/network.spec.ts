import { expect, test } from '@playwright/test'
import { callApi, guest, likeButton, logIn, openApp } from './gearheads.ts'

test('a response can be awaited, and says that it came from the worker', async ({ page }) => {
  await logIn(page, guest)
  const pending = page.waitForResponse('**/api/posts/like/*')
  await likeButton(page).click()
  const response = await pending
  expect(response.status()).toBe(201)
  expect(response.fromServiceWorker()).toBe(true)
  expect(response.headers()['server-timing']).toContain('store;dur=')
})

test('page.route does not see the API, so make the mock fail instead', async ({ page }) => {
  const seen: string[] = []
  await page.route('**/api/**', (route) => {
    seen.push(route.request().url())
    return route.abort()
  })
  await openApp(page)
  const { status } = await callApi(page, 'GET /api/posts')
  expect(status).toBe(200)
  expect(seen).toEqual([])
})

test("Playwright's own requests go to the host, which has no API", async ({ page, request }) => {
  await openApp(page)
  expect((await request.get('/api/posts')).status()).toBe(404)
  expect((await page.request.get('/api/posts')).status()).toBe(404)
})
