import { hardReload, stopWorkers } from '../support/devtools.ts'
import {
  comments,
  expect,
  logInAsGuest,
  posts,
  signUp,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { goOffline, keptForOffline } from '../support/pwa-fixtures.ts'

test('every call is a real fetch that the worker answers', async ({ page }) => {
  const answers: { url: string; byWorker: boolean }[] = []
  page.on('response', (response) => {
    const url = response.url()
    if (url.includes('/api/')) answers.push({ url, byWorker: response.fromServiceWorker() })
  })
  await signUp(page)
  await writePost(page, 'Seen in the network tab')
  expect(answers.length).toBeGreaterThan(3)
  expect(answers.filter(({ byWorker }) => !byWorker)).toEqual([])
})

test('with the network off, a reload, a deep link and a stopped worker lose nothing', async ({
  page,
}) => {
  await signUp(page)
  await writePost(page, 'Written with signal')
  await goOffline(page)
  await page.reload()
  await writePost(page, 'Written without signal')
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments .*: 0$/ })
    .click()
  await writeComment(page, 'Nobody heard this')
  const deepLink = page.url()

  await stopWorkers(page)
  await page.goto(deepLink)
  await expect(comments(page).first()).toContainText('Nobody heard this')
  await page.goto('/homePage')
  await expect(posts(page).nth(0)).toContainText('Written without signal')
  await expect(posts(page).nth(1)).toContainText('Written with signal')
})

test('a hard reload leaves the page without a worker, which takes it back', async ({ page }) => {
  await signUp(page)
  await hardReload(page)
  await expect(posts(page).first()).toBeVisible()
  await writePost(page, 'After a hard reload')
})

test('a second tab sees the same data', async ({ page, context }) => {
  await signUp(page)
  await writePost(page, 'From the first tab')
  const second = await context.newPage()
  await second.goto('/homePage')
  await expect(posts(second).first()).toContainText('From the first tab')
})

test('a browser that was closed and opened again still has everything, with the network off', async ({
  openProfile,
}) => {
  const before = await openProfile()
  const page = await before.newPage()
  await signUp(page)
  await writePost(page, 'Before the browser was closed')
  await keptForOffline(page)
  await before.close()

  const after = await openProfile()
  await after.setOffline(true)
  const reopened = await after.newPage()
  await reopened.goto('/homePage')
  await expect(posts(reopened).first()).toContainText('Before the browser was closed')
})

test('the host answers 404 for /api and for assets of another build, never the page', async ({
  request,
}) => {
  for (const path of ['/api/posts', '/assets/gone-12345678.js']) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(await answer.text()).not.toContain('<html')
  }
})

test('an address under /api opened in the tab shows the answer of the API', async ({ page }) => {
  await logInAsGuest(page)
  await page.goto('/api/users/1')
  await expect(page.locator('body')).toContainText('"username":"mira"')
})

test.describe('where the browser blocks workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('the page says why it cannot work, and asks nobody else', async ({ page, complaints }) => {
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: "The engine won't start" })).toBeVisible()
    await expect(page.getByText(/The browser refused to start it/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(calls).toEqual([])
    complaints.length = 0
  })
})
