import { expect, type Page, test } from '@playwright/test'
import { callApi, openApp, posts } from './gearheads.ts'

/** Replaces data and settings, and logs in as mira. */
async function start(page: Page, settings: object) {
  const body = { seed: 'default', settings: { delay: 0, ...settings }, viewer: 'mira' }
  type Reset = { encodedToken: string }
  const { data } = await callApi<Reset>(page, 'POST /api/mock/reset', body)
  await page.evaluate((token) => localStorage.setItem('gearheads-token', token), data.encodedToken)
}

test('the same requests give the same replies, ids and times included', async ({ page }) => {
  await openApp(page)
  const play = async () => {
    await start(page, { now: '2026-05-01T12:00:00Z', idSeed: 7 })
    await callApi(page, 'POST /api/posts', { content: 'Always the same' })
    return (await callApi(page, 'GET /api/posts')).data
  }
  const first = await play()
  expect(await play()).toEqual(first)
})

test('the page shows times as of the time of the back end', async ({ page }) => {
  await openApp(page)
  await start(page, { now: '2026-05-01T12:00:00Z' })
  await page.goto('/homePage')
  await expect(posts(page).first().locator('time')).toHaveText('2h')
  await callApi(page, 'POST /api/mock/settings', { now: '2026-05-04T12:00:00Z' })
  await page.reload()
  await expect(posts(page).first().locator('time')).toHaveText('3d')
})

test('a session ends after 30 days', async ({ page }) => {
  await openApp(page)
  await start(page, {})
  await callApi(page, 'POST /api/mock/settings', { now: '+31d' })
  await page.goto('/homePage')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your session has ended').first()).toBeVisible()
})
