import { rm } from 'node:fs/promises'
import { buildApp } from '../support/builds.ts'
import { expect, posts } from '../support/fixtures.ts'
import { test as base, keptForOffline } from '../support/pwa-fixtures.ts'
import { StaticHost } from '../support/static-host.ts'

// One build for all, in one worker process.
base.describe.configure({ mode: 'default' })

let folder = ''
base.beforeAll(async () => {
  folder = await buildApp('under-a-path', '--base', '/gearheads/')
})
base.afterAll(() => rm(folder, { recursive: true }))

/** A project site of GitHub Pages: a folder of a host that is shared with others. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: what Playwright asks for
  host: async ({}, use) => {
    const host = new StaticHost(folder, '/gearheads/')
    await host.start()
    await use(host)
    await host.stop()
  },
})

test('the app works under a path, and goes on when the host is gone', async ({ page, host }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/api/')) calls.push(pathname)
  })
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(page).toHaveURL(`${host.url}homePage`)
  await expect(posts(page)).toHaveCount(5)
  expect(calls.filter((path) => !path.startsWith('/api/'))).toEqual([])
  await keptForOffline(page)

  await host.stop()
  for (const path of ['explore', 'settings', 'bookMarkPage', 'homePage']) {
    await page.goto(host.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page).toHaveURL(host.url + path)
  }
  const pictures = page.getByRole('list', { name: 'Posts' }).getByRole('img')
  await expect(pictures.first()).not.toHaveJSProperty('naturalWidth', 0)
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute('src', /^\/gearheads\/seed\//)
  }
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await expect(page).toHaveURL(`${host.url}explore`)
})

test('under a path, manifest and worker keep to it', async ({ page, host }) => {
  await page.goto(host.url)
  await keptForOffline(page)
  const devtools = await page.context().newCDPSession(page)
  const { manifest, errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect([manifest?.id, manifest?.scope, manifest?.startUrl]).toEqual(Array(3).fill(host.url))
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(scope).toBe(host.url)
})

test('a deep link works on a first visit, on a host that has only 404.html for it', async ({
  page,
  host,
  complaints,
}) => {
  const answer = await page.goto(`${host.url}post/1`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(page.getByRole('heading', { name: /^Post by/ })).toBeAttached()
  const again = await page.goto(`${host.url}post/1`)
  expect(again?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: /^Post by/ })).toBeAttached()
  expect(complaints).toEqual([expect.stringContaining('404')])
  complaints.length = 0
})
