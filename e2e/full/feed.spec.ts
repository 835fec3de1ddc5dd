// Long lists: what is rendered, where the focus goes, and how a place is kept; and what a cold start shows.
import type { Page } from 'playwright/test'
import { choose, deletePost, firstLike, postAll } from '../support/actions.ts'
import { as } from '../support/as-user.ts'
import { stopWorkers } from '../support/devtools.ts'
import { expect, logInAsGuest, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { newestPost, resetData, setMock } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { PHONE } from '../support/screens.ts'
import { scrollToReach } from '../support/scroll.ts'

/** Opens a feed of this number of posts as the guest. */
async function longFeed(page: Page, count: number): Promise<void> {
  await logInAsGuest(page)
  await resetData(page, { users: 20, posts: count, seed: 7 })
  await page.reload()
  // The posts from before the reset may still show for a moment.
  await expect(page.locator('[aria-posinset="1"][aria-setsize="-1"]')).toBeVisible()
}

const row = (page: Page, number: number) => page.locator(`[aria-posinset="${number}"]`)
const scrollToRow = (page: Page, number: number) => scrollToReach(page, row(page, number))

/**
 * The distance of the rows from the top of the window, in px, as painted: between two frames the DOM may have new
 * rows whose space is not reserved yet.
 */
function paintedRows(page: Page): Promise<{ key?: string; top: number }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          observer.disconnect()
          resolve(
            entries.map(({ target, boundingClientRect }) => ({
              key: (target as HTMLElement).dataset.key,
              top: Math.round(boundingClientRect.top),
            })),
          )
        })
        for (const row of document.querySelectorAll('[data-key]')) observer.observe(row)
      }),
  )
}

/** The first post whose name is fully in view, with its distance from the top, in px. */
async function firstInView(page: Page): Promise<{ key?: string; top: number }> {
  return (await paintedRows(page)).find(({ top }) => top >= 0) ?? { top: -1 }
}

const rowOf = (page: Page, key?: string) => page.locator(`[data-key="${key}"]`)

const openRow = (page: Page, key?: string) =>
  rowOf(page, key)
    .getByRole('link', { name: /^Comments/ })
    .click()

/** Expects the same row at the same height as before, when the page has come to rest. */
async function expectPlace(page: Page, before: { key?: string; top: number }): Promise<void> {
  await expect(rowOf(page, before.key)).toBeInViewport()
  const isThere = async () => {
    const { key, top } = await firstInView(page)
    return key === before.key && Math.abs(top - before.top) < 4
  }
  await expect.poll(isThere).toBe(true)
}

test('a feed renders what is near; keys reach all (R4.16)', async ({ page }) => {
  await longFeed(page, 120)
  const focused = () =>
    page.evaluate(() => Number(document.activeElement?.closest('[aria-posinset]')?.ariaPosInSet))
  await posts(page).first().getByRole('link').first().focus()
  for (let last = 1; last < 26; ) {
    // The next page may still be on its way.
    await expect(row(page, last + 1)).toHaveCount(1)
    await page.keyboard.press('Tab')
    const now = await focused()
    expect([last, last + 1]).toContain(now)
    last = now
  }
  await expect(page.locator(':focus')).toBeInViewport()

  await page.evaluate(() => scrollTo(0, 0))
  const like = row(page, 1).getByRole('button', { name: /^Like/ })
  await expect(like).toBeInViewport()
  await like.focus()
  await scrollToRow(page, 60)
  await expect(row(page, 2)).toHaveCount(0)
  await expect(like).toBeFocused()
  const pressed = await like.getAttribute('aria-pressed')
  await page.keyboard.press('Space')
  await expect(like).toHaveAttribute('aria-pressed', String(pressed === 'false'))

  await scrollToRow(page, 120)
  await expect(page.getByRole('button', { name: 'Show more posts' })).toHaveCount(0)
  await expect(row(page, 120)).toHaveAttribute('aria-setsize', '120')
  expect(await posts(page).count()).toBeLessThan(30)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500)

  await page.setViewportSize(PHONE)
  await page.goto('/explore')
  await page.goto('/homePage')
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(row(page, 120)).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 15_000, intervals: [50] })
})

test('a feed survives quick jumps to its end while it loads (R4.16)', async ({ page }) => {
  await longFeed(page, 1000)
  await page.evaluate(async () => {
    const isLoaded = () => document.querySelector('[aria-posinset="240"]')
    for (let frame = 0; frame < 900 && !isLoaded(); frame++) {
      const end = document.documentElement.scrollHeight
      window.scrollTo(0, frame % 6 < 3 ? end : end - 6000)
      await new Promise(requestAnimationFrame)
    }
  })
  await expect(posts(page).first()).toBeVisible()
})

test('Back returns to the same place, until one scrolls (R2.31)', async ({ page }) => {
  await longFeed(page, 120)
  await scrollToRow(page, 90)
  const before = await firstInView(page)
  await openRow(page, before.key)
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  await page.goBack()
  await expectPlace(page, before)

  // The first page is shown from the cache, and the others load slowly.
  await setMock(page, { delay: 2000 })
  await page.reload({ waitUntil: 'commit' })
  await posts(page).first().waitFor()
  await page.mouse.move(500, 300)
  await page.mouse.wheel(0, 1)
  await page.evaluate(() => scrollTo(0, 0))
  await setMock(page, { delay: 0 })
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => scrollY)).toBeLessThan(200)

  await scrollToRow(page, 100)
  await page.setViewportSize({ width: 700, height: 900 })
  await expect(posts(page).first()).toBeAttached()
  for (let step = 0; step < 24; step++) {
    const { key, top } = await firstInView(page)
    await page.mouse.wheel(0, -150)
    const moved = async () => (await paintedRows(page)).find((row) => row.key === key)?.top
    await expect.poll(moved, { intervals: [20] }).toBeCloseTo(top + 150, -1)
  }
})

test('a cold start shows the saved feed, then refreshes it (R2.22)', async ({ page }) => {
  const { username } = await signUp(page)
  await writePost(page, 'As it was')
  // What was saved is refreshed: this page, which is on another site at that time, does not see this post.
  await page.goto('about:blank')
  const other = await page.context().newPage()
  await other.goto('/homePage')
  await writePost(other, 'Seen last')
  await other.close()
  await page.goBack()
  await expect(posts(page).first()).toContainText('Seen last')
  await firstLike(page).click()
  await expect(firstLike(page)).toHaveAccessibleName(/: 1$/)
  const saved = () => page.evaluate(() => localStorage.getItem('gearheads-last'))
  await expect.poll(saved).toMatch(/"likeCount":1\b/)
  // No reply comes: the screen shows what was saved.
  await setMock(page, { delay: 60_000 })
  await goOffline(page)
  await stopWorkers(page)
  await page.reload()
  await expect(posts(page).first()).toContainText('Seen last')
  await expect(firstLike(page)).toHaveAccessibleName(/: 1$/)
  await expect(page.getByRole('region', { name: 'Who to follow' })).toContainText('Follow')
  await page.getByRole('link', { name: 'BookMark' }).first().click()
  await expect(page.getByText('There are no bookmarks')).toBeVisible()
  await expect(page.getByText(username).first()).toBeVisible()
})

test('the place in every list survives a reload and more (R2.25, R2.31)', async ({ page }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  await postAll(page, 45, (index) => `Lap ${index}${'\n.'.repeat(index % 7)}`)
  const { _id: last, userId } = await newestPost(page)
  const mira = await as(page, 'mira')
  for (let n = 1; n <= 70; n += 1)
    await mira(`POST /api/comments/add/${last}`, { content: `Remark ${n}${'\n.'.repeat(n % 5)}` })
  const settings = page.getByRole('button', { name: 'Protect my data' })
  const leaveAndComeBack = async () => {
    // To another screen of the app, in the same document.
    const bar = page.getByRole('navigation', { name: 'Icon bar' })
    await bar.getByRole('link', { name: 'Settings' }).click()
    await expect(settings).toBeVisible()
    await page.reload()
    await expect(settings).toBeVisible()
    await page.goBack()
  }
  for (const [path, number, leave] of [
    ['/homePage', 35, leaveAndComeBack],
    ['/explore?q=Lap', 35, () => page.reload()],
    [`/post/${last}`, 60, leaveAndComeBack],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(row(page, 1)).toBeVisible()
      await scrollToRow(page, number)
      const before = await firstInView(page)
      await leave()
      await expectPlace(page, before)
    })
  }

  await page.goto(`/profilePage/${userId}`)
  await scrollToRow(page, 35)
  // A deletion moves the focus, not the page.
  await expect(row(page, 36)).toContainText('Lap 9')
  await choose(row(page, 35), 'Delete Post')
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(1000)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 35)).toContainText('Lap 9')
  await expect(row(page, 35).locator(':focus')).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  const before = await firstInView(page)
  // A tab is discarded in the background, without the events of a page that ends.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('tsr')) sessionStorage.removeItem(key)
  })
  await page.reload()
  await expectPlace(page, before)

  const rows = await paintedRows(page)
  const next = rows[rows.findIndex(({ key }) => key === before.key) + 1]
  await openRow(page, before.key)
  await page.reload()
  await deletePost(page)
  await expect(page).toHaveURL(/profilePage/)
  await expect(rowOf(page, before.key)).toHaveCount(0)
  await expect(rowOf(page, next?.key)).toBeInViewport()
})

test('a line separates the posts that are new since the last visit (R4.24)', async ({ page }) => {
  await logInAsGuest(page)
  const line = page.getByText('You have seen the posts below')
  const seen = await posts(page).first().innerText()
  await expect(line).toBeHidden()
  // Gone from the feed, while somebody else posts.
  await page.goto('/settings')
  await (await as(page, 'mira'))('POST /api/posts', { content: 'While you were away' })

  await page.goto('/homePage')
  const separated = page.getByRole('listitem').filter({ has: line })
  await expect(separated.getByRole('article')).toHaveText(new RegExp(seen.split('\n')[0] ?? ''))
  await expect(posts(page).first()).toContainText('While you were away')
  // How long it stays: src/data/last-read.test.ts.
})
