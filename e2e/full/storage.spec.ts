// Storage that is full, or that the browser does not provide.
import type { Page } from 'playwright/test'
import { apiErrors } from '../../src/contract/errors.ts'
import { composer, fillSignUp, firstLike } from '../support/actions.ts'
import { expect, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'
import { mockState } from '../support/mock.ts'
import { test as clubTest } from '../support/sync-fixtures.ts'
import { ask, openTester } from '../support/tester-page.ts'

/** Writes posts of a megabyte until one fails, then smaller and smaller ones, until the storage is full. */
async function fill(page: Page) {
  const statuses = await page.evaluate(async () => {
    const authorization = localStorage.getItem('gearheads-token') ?? ''
    const statuses = new Set<string>()
    const headers = { authorization, prefer: 'return=minimal' }
    // Noise, because the browser compresses stored data.
    const noise = (size: number) =>
      Array.from({ length: size / 50_000 }, () =>
        btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(37_500)))),
      ).join('')
    for (const size of [1_000_000, 50_000, 0]) {
      for (let status = 201, count = 0; status === 201 && count < 300; count += 1) {
        const body = JSON.stringify({ content: noise(size) || 'x' })
        status = (await fetch('/api/posts', { method: 'POST', headers, body })).status
        statuses.add(String(status))
      }
    }
    return [...statuses].sort()
  })
  return { statuses, counts: (await mockState(page)).counts }
}

test('a full device loses nothing', async ({ page, context, baseURL, expectErrors }) => {
  test.slow()
  const devtools = await context.newCDPSession(page)
  const origin = new URL(baseURL ?? '').origin
  const limit = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize && { quotaSize }) })
  await limit(5_000_000)
  await signUp(page)
  const text = composer(page)
  await writePost(page, 'Before it was full')
  const { statuses, counts } = await fill(page)
  expect(statuses).toEqual(['201', '507'])
  await text.fill('One too many')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, apiErrors.storageFull.text)).toBeVisible()
  await expect(text).toHaveValue('One too many')
  expect((await mockState(page)).counts).toEqual(counts)

  await page.goto('/mock')
  await page.getByRole('tab', { name: 'Mock', exact: true }).click()
  await page.locator('summary', { hasText: 'Data:' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  expect((await download).suggestedFilename()).toBe('gearheads-snapshot.json')

  await limit()
  await page.goto('/homePage')
  // A feed with a megabyte per post renders slowly.
  await expect(text).toHaveValue('One too many', { timeout: 45_000 })
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('One too many')
  expectErrors(/\b507\b/, /QuotaExceededError/)
})

/** For `addInitScript`: all objects that Firefox refuses where site data is blocked, and others that ask for a permission. */
function refuseAll(): void {
  const refuse = () => {
    throw new DOMException('Blocked by a test', 'SecurityError')
  }
  const reject = async () => refuse()
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
    Object.defineProperty(
      window,
      name,
      name === 'BroadcastChannel' ? { value: refuse } : { get: refuse },
    )
  Object.assign(LockManager.prototype, { request: reject, query: reject })
  Object.assign(Clipboard.prototype, { write: reject, writeText: reject })
  Object.defineProperty(Notification, 'permission', { get: refuse })
  Object.assign(Notification, { requestPermission: reject })
}

/** The console names what is not kept. */
const NOT_KEPT = [/^(A draft could not be saved|Couldn't read what was shared)/, /SecurityError/]

test('everything blocked: the session works (R11.30)', async ({ page, expectErrors }) => {
  expectErrors(...NOT_KEPT)
  await page.addInitScript(refuseAll)
  // The tester sends requests, and says why it keeps none.
  const unhandled: Error[] = []
  page.on('pageerror', (error) => unhandled.push(error))
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  const blocked = page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('listitem')
    .filter({ hasText: apiErrors.noStorage.text })
  await expect(blocked.filter({ hasText: 'it is not in the history' })).toBeVisible()
  await page.getByRole('region', { name: 'Request' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(blocked.filter({ hasNotText: 'history' })).toBeVisible()
  expect(unhandled).toEqual([])

  await page.goto('/homePage')
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  await signUp(page)
  const notice = page.getByText(/^This browser blocks storage/)
  await expect(notice).toBeVisible()
  await writePost(page, 'Kept by the back end')
  await posts(page)
    .first()
    .getByRole('button', { name: /^Share/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/\/post\//)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await page.getByRole('link', { name: 'Request tester' }).first().click()
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(posts(page).first()).toContainText('Kept by the back end')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
})

clubTest(
  'all blocked at a club (R16.26)',
  async ({ page, startClub, newContext, expectErrors }) => {
    expectErrors(...NOT_KEPT, /service worker/i)
    const club = await startClub()
    await page.addInitScript(refuseAll)
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = async () => {
        throw new DOMException('Blocked by a test', 'SecurityError')
      }
    })
    const other = await (await newContext()).newPage()
    for (const [index, screen] of [page, other].entries()) {
      await screen.goto(club.url)
      await screen.getByRole('link', { name: 'Create new account' }).click()
      await fillSignUp(screen, { name: 'Ada', username: `ada${index}`, password: 'rally#22' })
      await screen.getByRole('button', { name: 'Sign up' }).click()
      await expect(screen).toHaveURL(`${club.url}/homePage`)
    }
    await writePost(page, 'Written without anything kept')
    await firstLike(other).click()
    await expect(firstLike(page)).toHaveAccessibleName(/: 1$/)
    await writePost(other, 'And an answer')
    await page.getByRole('button', { name: /1 new post/ }).click()
    await expect(posts(page).first()).toContainText('And an answer')
  },
)
