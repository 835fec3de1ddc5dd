import { expect, test } from 'playwright/test'
import { callApi, guest, logIn, openApp, posts } from './gearheads.ts'

test('responses can be awaited, and show that they come from the worker', async ({ page }) => {
  await logIn(page, guest)
  const answering = page.waitForResponse('**/api/posts/like/*')
  await posts(page).first().getByRole('button', { name: /^Like/ }).click()
  const answer = await answering
  expect(answer.status()).toBe(201)
  expect(answer.fromServiceWorker()).toBe(true)
  expect(answer.headers()['server-timing']).toContain('store;dur=')
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
