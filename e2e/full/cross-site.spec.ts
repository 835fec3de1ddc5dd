// Another website, open in the same browser as the app. To Chromium, localhost and 127.0.0.1 are two sites.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { test as base, expect, logInAsGuest, newPerson, posts } from '../support/fixtures.ts'
import { fetchApi } from '../support/mock.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'

type Site = { url: (host?: string) => string; html: string }

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  site: async ({}, use) => {
    const server = createServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://site.test')
      // 307 keeps the method and the body of a form.
      if (pathname === '/redirect') {
        response.writeHead(307, { Location: searchParams.get('to') ?? '' }).end()
      } else response.writeHead(200, { 'Content-Type': 'text/html' }).end(site.html)
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    const site = { url: (host = '127.0.0.1') => `http://${host}:${port}/`, html: '' }
    await use(site)
    server.closeAllConnections()
    server.close()
  },
})

/** All stored data, and the settings. */
async function everything(page: Page): Promise<unknown> {
  return [
    (await fetchApi(page, 'GET /api/mock/snapshot')).data,
    (await fetchApi(page, 'GET /api/mock')).data,
  ]
}

type Form = { action: string; enctype: string; fields: Record<string, string>; target?: string }

/** Submits a form from the other site, and returns the reply that the browser then shows. */
async function submit(page: Page, site: Site, form: Form) {
  await page.goto(site.url())
  const replied = page.waitForResponse((response) => response.url().includes('/api/'))
  await page.evaluate(({ fields, ...rest }) => {
    const form = Object.assign(document.createElement('form'), { method: 'POST', ...rest })
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { name, value }))
    }
    document.body.append(form)
    form.submit()
  }, form)
  const response = await replied
  await response.finished()
  return { status: response.status(), byWorker: response.fromServiceWorker() }
}

test('another site changes nothing, and cannot frame or hold the app', async ({
  page,
  context,
  site,
  baseURL,
  expectErrors,
}) => {
  await logInAsGuest(page)
  site.html = '<iframe name="frame"></iframe>'
  const before = await everything(page)
  const api = `${baseURL}/api`
  // The = between name and value ends up in a text, so that the whole is JSON.
  const json = (body: object) => ({
    enctype: 'text/plain',
    fields: { [`${JSON.stringify(body).slice(0, -1)},"pad":"`]: '"}' },
  })
  const forms: Form[] = [
    { action: `${api}/mock/reset`, ...json({ seed: 'empty' }) },
    { action: `${api}/posts`, enctype: 'multipart/form-data', fields: { content: 'Not mine' } },
    { action: `${api}/mock/settings`, ...json({ delay: 60_000 }), target: 'frame' },
    {
      action: `${site.url()}redirect?to=${encodeURIComponent(`${api}/auth/signup`)}`,
      ...json(newPerson('Mallory')),
    },
  ]
  for (const form of forms)
    expect(await submit(page, site, form), form.action).toEqual({ status: 403, byWorker: true })
  expect(JSON.parse(await page.locator('body').innerText())).toEqual({
    error: [expect.stringMatching(/./)],
  })
  await page.goto('/homePage')
  await expect(posts(page).first()).toBeVisible()
  expect(await everything(page)).toEqual(before)

  // Scripts and pictures of another site never reach the worker: browsers send it only what its own pages ask for.
  site.html = `<a href="${baseURL}/api/posts?search=<script>">All posts</a>`
  await page.goto(site.url())
  const replied = page.waitForResponse(/\/api\/posts/)
  await page.getByRole('link').click()
  const response = await replied
  expect(response.fromServiceWorker()).toBe(true)
  expect(response.headers()).toMatchObject({
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })

  await page.goto('/homePage')
  await waitForPrecache(page)
  site.html = `<iframe src="${baseURL}/homePage"></iframe>`
  // From another origin on the same site, and from another site.
  for (const host of ['localhost', '127.0.0.1']) {
    await page.goto(site.url(host))
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:')
  }

  site.html = '<p>Come in</p>'
  await page.goto(site.url())
  const opened = context.waitForEvent('page')
  await page.evaluate((url) => Object.assign(window, { app: window.open(url) }), `${baseURL}/`)
  const app = await opened
  await expect(posts(app).first()).toBeVisible()
  expect(await app.evaluate(() => window.opener)).toBe(null)
  expect(await page.evaluate(() => (window as unknown as { app: Window }).app.closed)).toBe(true)
  expectErrors(/\b403\b/, /X-Frame-Options/)
})
