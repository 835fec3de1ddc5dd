// Another website, open in the same browser as the app. To Chromium, localhost and 127.0.0.1 are two sites.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
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

test('a form of another website changes nothing, with any body and any call', async ({
  page,
  site,
  baseURL,
  expectErrors,
}) => {
  await logInAsGuest(page)
  const { data } = await fetchApi<Reply<'GET /api/mock/snapshot'>>(page, 'GET /api/mock/snapshot')
  const bodies = {
    '/api/mock/reset': { seed: 'empty' },
    '/api/mock/settings': { delay: 60_000 },
    '/api/mock/snapshot': { ...data, posts: [], comments: [] },
    '/api/posts': { content: 'Not mine' },
    '/api/auth/signup': newPerson('Mallory'),
  }
  site.html = '<iframe name="frame"></iframe>'
  const before = await everything(page)
  const forbidden = { status: 403, byWorker: true }
  // Each call and each way once.
  const fields = { seed: 'empty', content: 'Not mine' }
  const ways: ((form: Form) => Form)[] = [
    (form) => form,
    (form) => ({ ...form, enctype: 'application/x-www-form-urlencoded', fields }),
    (form) => ({ ...form, enctype: 'multipart/form-data', fields }),
    (form) => ({ ...form, target: 'frame' }),
    (form) => ({ ...form, action: `${site.url()}redirect?to=${encodeURIComponent(form.action)}` }),
  ]
  for (const [index, [path, body]] of Object.entries(bodies).entries()) {
    // The = between name and value ends up in a text, so that the whole is JSON.
    const json = { [`${JSON.stringify(body).slice(0, -1)},"pad":"`]: '"}' }
    const form = { action: `${baseURL}${path}`, enctype: 'text/plain', fields: json }
    for (const way of new Set([ways[0], ways[index]])) {
      expect(await submit(page, site, way?.(form) ?? form), `${path} ${index}`).toEqual(forbidden)
    }
  }
  expect(JSON.parse(await page.locator('body').innerText())).toEqual({
    error: [expect.stringMatching(/./)],
  })
  await page.goto('/homePage')
  await expect(posts(page).first()).toBeVisible()
  expect(await everything(page)).toEqual(before)
  expectErrors(/\b403\b/)
})

test('requests of another website never reach the worker of the app; a reply opened by its link is JSON and runs nothing', async ({
  page,
  site,
  baseURL,
  expectErrors,
}) => {
  await logInAsGuest(page)
  const before = await everything(page)
  const replies: { path: string; byWorker: boolean }[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (path.startsWith('/api/')) replies.push({ path, byWorker: response.fromServiceWorker() })
  })
  site.html = `<img src="${baseURL}/api/mock?img"><script src="${baseURL}/api/mock/snapshot"></script>
    <link rel="prefetch" href="${baseURL}/api/users">`
  await page.goto(site.url())
  await page.evaluate(async (api) => {
    const body = '{"seed":"empty"}'
    await fetch(`${api}/mock/reset`, { method: 'POST', mode: 'no-cors', body })
    navigator.sendBeacon(`${api}/mock/settings`, '{"delay":60000}')
  }, `${baseURL}/api`)
  const paths = () => new Set(replies.map(({ path }) => path))
  for (const name of ['mock', 'mock/snapshot', 'users', 'mock/reset', 'mock/settings']) {
    await expect.poll(paths, { message: name }).toContain(`/api/${name}`)
  }
  expect(replies.filter(({ byWorker }) => byWorker)).toEqual([])
  await page.goto('/homePage')
  expect(await everything(page)).toEqual(before)
  expectErrors(/\b404\b/)

  // A link is followed, and its reply is JSON.
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
})

test('no other site can frame the app or keep a reference to its window, even on a host without headers', async ({
  page,
  context,
  site,
  baseURL,
  expectErrors,
}) => {
  await logInAsGuest(page)
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
  expectErrors(/X-Frame-Options/)
})
