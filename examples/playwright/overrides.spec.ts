import { expect, test } from '@playwright/test'
import { callApi, guest, logIn, posts, setMock } from './gearheads.ts'

test('a custom reply instead of the real one', async ({ page }) => {
  await logIn(page, guest)
  type Posts = { posts: { content: string }[] }
  const { data } = await callApi<Posts>(page, 'GET /api/posts')
  const body = { posts: data.posts.map((post) => ({ ...post, content: 'x'.repeat(5000) })) }
  const override = { method: 'GET', path: '/api/posts', status: 200, body }
  await setMock(page, { overrides: [override] })
  await page.reload()
  await expect(posts(page).first()).toContainText('xxxxx')
})

test('a reply for a route that does not exist yet', async ({ page }) => {
  await logIn(page, guest)
  const override = { method: 'GET', path: '/api/garage', status: 200, body: { bikes: 2 } }
  await setMock(page, { overrides: [override] })
  const { status, data } = await callApi(page, 'GET /api/garage')
  expect([status, data]).toEqual([200, { bikes: 2 }])
})
