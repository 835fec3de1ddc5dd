import { rm } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { buildApp } from '../../scripts/build-app.ts'
import { composer } from '../support/actions.ts'
import { expect, posts, signUp, writePost } from '../support/fixtures.ts'
import { test, waitForPrecache } from '../support/pwa-fixtures.ts'
import { firstBuild, StaticHost } from '../support/static-host.ts'

test('the app is installable; Settings offer it, and test the device (R16.4)', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => {
      document.documentElement.dataset.asked = 'yes'
      return true
    }
  })
  await page.goto('/')
  await waitForPrecache(page)
  const devtools = await context.newCDPSession(page)
  const { errors, manifest } = await devtools.send('Page.getAppManifest')
  expect([errors, manifest?.id]).toEqual([[], page.url()])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Playwright's contexts are incognito windows, which cannot install; a headless shell has none.
  const ids = installabilityErrors.map(({ errorId }) => errorId)
  expect(ids.filter((id) => id !== 'in-incognito')).toEqual([])

  await expect(page.locator('html')).not.toHaveAttribute('data-asked')
  await signUp(page)
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes')

  await page.goto('/settings')
  const button = page.getByRole('button', { name: 'Install app' }).last()
  await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible()
  await expect(button).toHaveCount(0)
  // Chromium fires it only in windows that can install.
  await page.evaluate(() => {
    const prompt = () => {
      document.title = 'Asked'
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  await button.click()
  await expect(page).toHaveTitle('Asked')
  await expect(button).toHaveCount(0)

  const device = page.getByRole('region', { name: 'Storage' })
  await expect(device).toContainText('Ready to work offline.')
  await device.getByText('Details').click()
  await expect(device).toContainText(/running, build \w+/)
  await expect(device).toContainText(/Files(\d+) of \1(?!\d)/)
  await expect(device).toContainText(/Storage[\d.,]+ MB used of [\d.,]+ [MG]B/)
  await expect(device).toContainText(/Database round trip\d+\.\d ms/)

  const onIos = await context.newPage()
  // An API that only Safari on iOS has.
  await onIos.addInitScript(() => Object.assign(navigator, { standalone: false }))
  await onIos.goto('/settings')
  await onIos.getByRole('button', { name: 'Install app' }).last().click()
  const sheet = onIos.getByRole('dialog', { name: 'Put Gearheads on your home screen' })
  await expect(sheet).toContainText('Open it once from the home screen while you have signal')
})

// A project site of GitHub Pages: a folder of a host that is shared with others.
test.describe('under a path', () => {
  // In one worker process, because they share a build.
  test.describe.configure({ mode: 'default' })

  let folder = ''
  test.beforeAll(async () => {
    // A build takes minutes on a busy machine.
    test.setTimeout(300_000)
    folder = await buildApp('under-a-path', '--base', '/gearheads/')
  })
  test.afterAll(() => rm(folder, { recursive: true, force: true }))

  const onPath = test.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    host: async ({}, use) => {
      const host = new StaticHost(folder, '/gearheads/')
      await host.start()
      await use(host)
      await host.stop()
    },
  })

  onPath('under a path, from a deep link, offline', async ({ page, host, expectErrors }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes('/api/')) calls.push(pathname)
    })
    // The host serves 404.html for it.
    const answer = await page.goto(`${host.url}post/1`)
    expect(answer?.status()).toBe(404)
    expectErrors(/404/)
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    await expect(page.getByRole('heading', { name: /^Post by/ })).toBeAttached()
    await page.goto(`${host.url}homePage`)
    await expect(posts(page)).toHaveCount(5)
    expect(calls.filter((path) => !path.startsWith('/api/'))).toEqual([])
    await waitForPrecache(page)
    const devtools = await page.context().newCDPSession(page)
    const { manifest, errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect([manifest?.id, manifest?.scope, manifest?.startUrl]).toEqual(Array(3).fill(host.url))

    await host.stop()
    await page.goto(`${host.url}homePage`)
    const picture = page.getByRole('list', { name: 'Posts' }).getByRole('img').first()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    await expect(picture).toHaveAttribute('src', /^\/gearheads\/seed\//)
    await page.getByRole('link', { name: 'Explore' }).first().click()
    await expect(page).toHaveURL(`${host.url}explore`)

    // The tester is a document with a policy of its own.
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
    await expect(policy).toHaveAttribute('content', /connect-src 'self';/)
    await page.getByRole('link', { name: 'Request tester' }).first().click()
    await expect(page.getByLabel('Endpoint')).toBeVisible()
    await expect(policy).toHaveAttribute('content', /connect-src 'self' http: https:;/)
  })

  onPath(
    'two copies share nothing, but data of the root move (R3.11)',
    async ({ page, host, expectErrors }) => {
      expectErrors(/404/)
      host.others.set('/', firstBuild)
      const root = new URL('/', host.url).href
      await page.goto(root)
      await page.getByRole('button', { name: 'Log in as guest' }).click()
      await expect(posts(page)).toHaveCount(5)
      await writePost(page, 'From the copy at the root')
      await composer(page).fill('A draft')
      await waitForPrecache(page)
      // A page stores something when it is left.
      await page.goto(`${root}logo.svg`)
      const before = await storesOf(page)
      expect(before.length).toBeGreaterThan(4)

      await page.goto(host.url)
      await page.getByRole('button', { name: 'Log in as guest' }).click()
      await expect(page).toHaveURL(`${host.url}homePage`)
      await expect(posts(page)).toHaveCount(5)
      await waitForPrecache(page)
      expect(await storesOf(page)).toEqual(before)
      await page.getByRole('button', { name: 'Logout' }).first().click()
      await expect(page).toHaveURL(host.url)

      // As after the first start of a build that has stores of its own: none, and its worker in control.
      await page.evaluate(async (base) => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith(base)) localStorage.removeItem(key)
        for (const { name = '' } of await indexedDB.databases())
          if (name.startsWith(base)) indexedDB.deleteDatabase(name)
      }, host.base)
      for (const copy of [host.url, root]) {
        await page.goto(`${copy}homePage`)
        await expect(posts(page).first()).toContainText('From the copy at the root')
        await expect(composer(page)).toHaveValue('A draft')
      }
    },
  )
})

/** The stores of the copy at the root, and the texts in its local storage. */
function storesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    const texts = Object.entries(localStorage).map((entry) => entry.join('='))
    const names = [...databases, ...(await caches.keys()), ...texts]
    return names.filter((name) => name.startsWith('gearheads')).sort()
  })
}
