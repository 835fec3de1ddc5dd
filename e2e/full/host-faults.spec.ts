import type { Page } from 'playwright/test'
import { stopWorkers } from '../support/devtools.ts'
import { expect, posts, signUp, writePost } from '../support/fixtures.ts'
import { askWorker, comeBack, test, waitForPrecache } from '../support/pwa-fixtures.ts'
import type { Fault, StaticHost } from '../support/static-host.ts'

// Wrong answers of a host at the moments that matter. They last for two seconds, and some of them stay in the caches of the
// browser; then the app of the newest build has to start, online and offline, with all data. scripts/precache.test.ts has every
// kind at every moment; here are those that a browser sees in another way: they stay in its own cache, or end a transfer.

test.describe.configure({ mode: 'default' })

/** From the next request on, for two seconds, every request gets a wrong answer, but the first ones for the page. */
function makeIll(host: StaticHost, fault: Fault, rightPages = 0): void {
  let pagesLeft = rightPages
  let since: number | undefined
  host.fault = (path) => {
    // Else there is only the host's own page to see, until it is reloaded.
    if (path === '/' && pagesLeft-- > 0) return undefined
    if (since === undefined && fault === 'no answer')
      setTimeout(() => host.closeConnections(), 2_000)
    since ??= Date.now()
    return Date.now() - since < 2_000 ? fault : undefined
  }
}

async function expectOffline(page: Page, host: StaticHost, text: string): Promise<void> {
  await waitForPrecache(page)
  await host.stop()
  await stopWorkers(page)
  await page.goto('/homePage')
  await expect(posts(page).first()).toContainText(text)
  await writePost(page, 'Written offline')
}

test.beforeEach(({ expectErrors }) => {
  test.slow()
  // Browsers log each answer that is not of the expected kind.
  expectErrors(/./)
})

test('a maintenance reply that is kept for a year, at a first visit', async ({ page, host }) => {
  makeIll(host, 'a maintenance reply as JSON, kept for a year', 1)
  await signUp(page)
  await writePost(page, 'From a first visit')
  await expectOffline(page, host, 'From a first visit')
})

test('no answer at an update', async ({ page, host, second }) => {
  await signUp(page)
  await writePost(page, 'From the first build')
  await waitForPrecache(page)
  host.folder = second
  makeIll(host, 'no answer')
  const offer = page.getByText('A new version of Gearheads is ready.')
  await expect(async () => {
    await comeBack(page)
    await expect(offer).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Update' }).click()
  const inSecond = expect.poll(() => statusOf(page), { timeout: 60_000 })
  await inSecond.toMatchObject({ build: 'second' })
  await expectOffline(page, host, 'From the first build')
})

test('halves of files after the browser has lost some', async ({ page, host }) => {
  await signUp(page)
  await writePost(page, 'Before the loss')
  await waitForPrecache(page)
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    const cache = await caches.open(name)
    const keys = await cache.keys()
    for (const { url } of keys) if (/vendor|home|emoji|\/$/.test(url)) await cache.delete(url)
  })
  await stopWorkers(page)
  makeIll(host, 'half of the file', 1)
  await page.reload()
  await expect(posts(page).first()).toContainText('Before the loss')
  await expectOffline(page, host, 'Before the loss')
})

test('a first visit in the middle of a deployment', async ({ page, host, second }) => {
  const old = host.folder
  host.folder = second
  // The page is new, all its files are still old.
  host.balance = (path) => (path === '/' ? second : old)
  await page.goto('/')
  const message = page.getByRole('alert')
  await expect(message).toContainText('The host answered with status 404 for /assets/', {
    timeout: 30_000,
  })
  host.balance = undefined
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(page).first()).toBeVisible()
})

test('a worker that is not ours is replaced at the next start', async ({ page, host }) => {
  await signUp(page)
  // Until it is replaced, the host answers its calls.
  await writePost(page, 'Before the wrong worker')
  await waitForPrecache(page)
  host.fault = (path) => (path === '/sw.js' ? 'a script that is not ours' : undefined)
  await comeBack(page)
  const waits = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))
  await expect.poll(waits).toBe(true)
  // It takes over when the last page is closed.
  const next = await page.context().newPage()
  await page.close()
  host.fault = undefined
  await next.goto('/homePage')
  await expect.poll(() => statusOf(next), { timeout: 60_000 }).toBeTruthy()
  await expect(posts(next).first()).toContainText('Before the wrong worker')
  await expectOffline(next, host, 'Before the wrong worker')
})

/** `undefined` while the page is loading. */
const statusOf = (page: Page) => askWorker(page, 'STATUS').catch(() => undefined)
