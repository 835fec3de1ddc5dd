// Storage that is full, or that the browser does not provide.
import type { Page } from 'playwright/test'
import { apiErrors } from '../../src/contract/errors.ts'
import {
  expect,
  logInAsGuest,
  posts,
  signUp,
  test,
  toast,
  visit,
  writePost,
} from '../support/fixtures.ts'
import { mockState, resetData } from '../support/mock.ts'

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

test('on a full device the app shows an error, keeps data and drafts, and can still export all data', async ({
  page,
  context,
  baseURL,
  expectErrors,
}) => {
  test.slow()
  const devtools = await context.newCDPSession(page)
  const origin = new URL(baseURL ?? '').origin
  const limit = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize && { quotaSize }) })
  await limit(5_000_000)
  await signUp(page)
  const text = page.getByRole('textbox', { name: 'What are you driving' })
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

test('without storage the app shows an error, and continues when storage is available', async ({
  page,
  context,
  expectErrors,
}) => {
  await logInAsGuest(page)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const { prototype } = IDBDatabase
    const { transaction } = prototype
    prototype.transaction = () => {
      throw new DOMException('Refused by a test', 'SecurityError')
    }
    Object.assign(self, {
      mend: () => {
        prototype.transaction = transaction
      },
    })
  })
  const text = page.getByRole('textbox', { name: 'What are you driving' })
  await text.fill('Where to put it')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, apiErrors.noStorage.text)).toBeVisible()
  await expect(text).toHaveValue('Where to put it')
  await page.reload()
  await expect(posts(page)).toHaveCount(5)
  await worker?.evaluate(() => (self as unknown as { mend: () => void }).mend())
  await expect(text).toHaveValue('Where to put it')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Where to put it')
  expectErrors(/\b503\b/, /InvalidStateError/)
})

test('a database that is deleted under a running worker is seeded again', async ({
  page,
  context,
}) => {
  await visit(page)
  const worker = context.serviceWorkers()[0]
  await worker?.evaluate(() => Object.assign(self, { isTheSame: true }))
  await resetData(page, 'empty')
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('gearheads')
        request.onsuccess = resolve
        request.onerror = reject
      }),
  )
  await page.reload()
  await signUp(page)
  await expect(posts(page)).toHaveCount(5)
  await writePost(page, 'First on the new database')
  expect(await worker?.evaluate(() => 'isTheSame' in self)).toBe(true)
})

test('with local storage blocked, the app works for the session and says what is not saved', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Blocked by a test', 'SecurityError')
        },
      })
    }
  })
  await logInAsGuest(page)
  const notice = page.getByText(/^This browser blocks storage/)
  await expect(notice).toBeVisible()
  await writePost(page, 'Kept by the back end')
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

test('with IndexedDB blocked for the page, people can still post', async ({
  page,
  consoleErrors,
  expectErrors,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('Blocked by a test', 'SecurityError')
      },
    })
  })
  await logInAsGuest(page)
  await writePost(page, 'Without drafts')
  await page.reload()
  await expect(posts(page).first()).toContainText('Without drafts')
  // Drafts and shares are not kept, and the console says so.
  const expected = /^(A draft could not be saved|Couldn't read what was shared)/
  expect(consoleErrors.filter((text) => !expected.test(text))).toEqual([])
  expectErrors(/SecurityError/)
})
