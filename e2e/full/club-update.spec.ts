// What a page and its phone do while their club has another version of the data: docs/club.md#updating-a-club.
import type { Page } from 'playwright/test'
import { Club, replicaIsReady } from '../support/club.ts'
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { test as base, expect, posts, writePost } from '../support/fixtures.ts'

const test = base.extend<{ line: FaultyProxy }>({
  line: async ({ page, expectErrors }, use) => {
    const club = new Club('--controls')
    await club.start()
    const line = new FaultyProxy(club.url)
    await line.start()
    await use(line)
    await page.context().close()
    await line.stop()
    await club.remove()
    expectErrors(/Failed to load resource|ERR_|EventSource/)
  },
})

/** The replies to a sync as a club of another version sends them. */
const otherVersion = { change: (text: string) => text.replace(/"version":\d+/, '"version":999') }
const TEXT = 'The club has another version of the app.'

test('a page whose club is updated says so, keeps what is written, and looks for the new app at each try; one whose data are newer after a roll-back says so, works with the club, and keeps them', async ({
  page,
  line,
}) => {
  await page.goto(line.url)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await replicaIsReady(page)
  line.fault = ({ path }) => (path.startsWith('/api/changes') ? otherVersion : undefined)
  const notice = page.getByRole('status').getByText(TEXT)
  const looks = () => line.requests('GET', '/sw.js').length
  const before = looks()
  await writePost(page, 'Written during the update')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect(notice).toBeVisible()
  await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(before + 1)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('There is no update yet.')).toBeVisible()
  line.fault = () => undefined
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()

  // As a newer app left them, before a roll-back.
  await putMeta(page, { version: 999, replica: { version: 1199 } })
  await page.reload()
  await expect(posts(page).first()).toBeVisible()
  await expect(notice).toBeVisible()
  await writePost(page, 'Written with the older app')
  await page.reload()
  await expect(posts(page).filter({ hasText: 'Written with the older app' })).toHaveCount(1)
  expect(await readMeta(page, 'version')).toBe(999)
})

test('a phone that joins a club of another version works with it, says so, and looks for the new app', async ({
  page,
  line,
}) => {
  line.fault = ({ path }) => (/^\/api\/(replica|changes)/.test(path) ? otherVersion : undefined)
  await page.goto(line.url)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(posts(page).first()).toBeVisible()
  await expect(page.getByRole('status').getByText(TEXT)).toBeVisible()
  await expect.poll(() => line.requests('GET', '/sw.js').length).toBeGreaterThan(1)
  await writePost(page, 'Sent at once')
  await page.reload()
  await expect(posts(page).filter({ hasText: 'Sent at once' })).toHaveCount(1)
})

/** Writes into the replica in IndexedDB directly. The worker then drops the rows that it has in memory. */
function putMeta(page: Page, values: Record<string, unknown>): Promise<void> {
  return page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('gearheads-club')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('rows', 'readwrite')
          const rows = transaction.objectStore('rows')
          for (const [name, value] of Object.entries(given)) rows.put(value, `meta/${name}`)
          rows.put(crypto.randomUUID(), 'meta/revision')
          transaction.onabort = () => reject(transaction.error)
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    values,
  )
}

function readMeta(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    (key) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('gearheads-club')
        opening.onsuccess = () => {
          const get = opening.result.transaction('rows').objectStore('rows').get(key)
          get.onsuccess = () => {
            opening.result.close()
            resolve(get.result)
          }
        }
      }),
    `meta/${name}`,
  )
}
