// Storage that is full, or that the browser does not provide.
import type { Page } from 'playwright/test'
import { apiErrors } from '../../src/contract/errors.ts'
import { composer, fillSignUp, firstLike } from '../support/actions.ts'
import { expect, newPerson, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'
import { mockState } from '../support/mock.ts'
import { toasts } from '../support/session.ts'
import { test as clubTest, showNew } from '../support/sync-fixtures.ts'
import { ask, openControls, openTester, pressSave } from '../support/tester-page.ts'

/** Writes posts of a megabyte until one fails, then smaller and smaller ones, until the storage is full. */
function fill(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
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
  expect(await fill(page)).toEqual(['201', '507'])
  const { counts } = await mockState(page)
  await text.fill('One too many')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, apiErrors.storageFull.text)).toBeVisible()
  await expect(text).toHaveValue('One too many')
  expect((await mockState(page)).counts).toEqual(counts)

  await page.goto('/mock')
  await openControls(page, 'Data')
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
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.assign(window, { BroadcastChannel: refuse })
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
  const blocked = toasts(page).filter({ hasText: apiErrors.noStorage.text })
  await expect(blocked.filter({ hasText: 'it is not in the history' })).toBeVisible()
  await pressSave(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(blocked.filter({ hasNotText: 'history' })).toBeVisible()
  expect(unhandled).toEqual([])

  await signUp(page)
  const notice = page.getByText(/^This browser blocks storage/)
  await expect(notice).toBeVisible()
  await writePost(page, 'Kept by the back end')
  await page
    .getByRole('button', { name: /^Share/ })
    .first()
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

clubTest('all blocked at a club (R16.26)', async ({ page, club, mira, expectErrors }) => {
  expectErrors(...NOT_KEPT, /service worker/i)
  await page.addInitScript(refuseAll)
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = async () => {
      throw new DOMException('Blocked by a test', 'SecurityError')
    }
  })
  await page.goto(club.url)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await fillSignUp(page, newPerson())
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(`${club.url}/homePage`)
  await writePost(page, 'Written without anything kept')
  await showNew(mira)
  await firstLike(mira).click()
  await expect(firstLike(page)).toHaveAccessibleName(/: 1$/)
  await writePost(mira, 'And an answer')
  await showNew(page)
  await expect(posts(page).first()).toContainText('And an answer')
})
