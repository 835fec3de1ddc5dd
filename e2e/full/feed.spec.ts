import type { Page } from 'playwright/test'
import { stopWorkers } from '../support/devtools.ts'
import { expect, logInAsGuest, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { resetData, setMock } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

/** A feed of 120 posts, seen by the guest. */
async function longFeed(page: Page): Promise<void> {
  await logInAsGuest(page)
  await resetData(page, { users: 20, posts: 120, seed: 7 })
  await page.reload()
  // What was shown before the reset may be there for a moment.
  await expect(page.locator('[aria-posinset="1"][aria-setsize="-1"]')).toBeVisible()
}

/** Scroll down by screens until a row with this number is in the page. */
async function scrollToRow(page: Page, number: number): Promise<void> {
  const row = page.locator(`[aria-posinset="${number}"]`)
  while ((await row.count()) === 0) {
    await page.mouse.wheel(0, 800)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await row.scrollIntoViewIfNeeded()
}

/**
 * Where the rows stand, from the top of the window, in px. As they are painted: between two frames new rows
 * may be there that nobody has made room for yet, and that nobody sees so.
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

/** The first post whose name is fully in view: who wrote what, and how far from the top, in px. */
async function firstInView(page: Page): Promise<{ key?: string; top: number }> {
  return (await paintedRows(page)).find(({ top }) => top >= 0) ?? { top: -1 }
}

test('a feed is scrolled to its end, and the page never holds more than what is near', async ({
  page,
}) => {
  await longFeed(page)
  await scrollToRow(page, 120)
  await expect(page.getByRole('button', { name: 'Show more posts' })).toHaveCount(0)
  const row = page.locator('[aria-posinset="120"]')
  await expect(row).toHaveAttribute('aria-setsize', '120')
  await expect(row).toBeInViewport()
  expect(await posts(page).count()).toBeLessThan(30)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500)
})

test('Back returns to the same post at the same height', async ({ page }) => {
  await longFeed(page)
  await scrollToRow(page, 90)
  const before = await firstInView(page)
  await page
    .locator(`[data-key="${before.key}"]`)
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  await page.goBack()
  await expect(page.locator(`[data-key="${before.key}"]`)).toBeInViewport()
  await expect.poll(async () => (await firstInView(page)).key).toBe(before.key)
  expect(Math.abs((await firstInView(page)).top - before.top)).toBeLessThan(4)
})

test('Tab walks from post to post through rows that were not there yet', async ({ page }) => {
  await longFeed(page)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index)
  await posts(page).first().getByRole('link').first().focus()
  const seen = new Set<string>()
  while (seen.size < 26) {
    await page.keyboard.press('Tab')
    const index = await focused()
    expect(index, `after row ${[...seen].at(-1)}`).toBeDefined()
    seen.add(index ?? '')
  }
  expect([...seen]).toEqual([...seen].sort((a, b) => Number(a) - Number(b)))
  await expect(page.locator(':focus')).toBeInViewport()
})

test('the post that has the focus stays when it is scrolled away', async ({ page }) => {
  await longFeed(page)
  const like = posts(page).first().getByRole('button', { name: /^Like/ })
  await like.focus()
  await scrollToRow(page, 60)
  await expect(page.locator('[aria-posinset="2"]')).toHaveCount(0)
  const kept = page.locator('[aria-posinset="1"]').getByRole('button', { name: /^Like/ })
  await expect(kept).toBeFocused()
  const pressed = await kept.getAttribute('aria-pressed')
  await page.keyboard.press('Space')
  await expect(kept).toHaveAttribute('aria-pressed', String(pressed === 'false'))
})

test('what is read stays where it is when rows above it are measured anew', async ({ page }) => {
  await longFeed(page)
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

/** Longer than any of these tests waits: what is seen before is not what the API answered. */
const NO_ANSWER_MS = 60_000

/** What is kept for the next start, as JSON. */
function keptText(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('gearheads-last'))
}

test('a cold start shows the feed before the API has answered, offline and with the worker stopped', async ({
  page,
}) => {
  const { username } = await signUp(page)
  await writePost(page, 'Seen last')
  await posts(page).first().getByRole('button', { name: 'Like: 0' }).click()
  await expect(posts(page).first().getByRole('button', { name: 'Like: 1' })).toBeVisible()
  await expect
    .poll(() => keptText(page))
    .toMatch(/"likeCount":1.*"content":"Seen last"|"content":"Seen last".*"likeCount":1/)
  await setMock(page, { delay: NO_ANSWER_MS })
  await goOffline(page)
  await stopWorkers(page)
  await page.reload()
  await expect(posts(page).first()).toContainText('Seen last')
  await expect(posts(page).first().getByRole('button', { name: 'Like: 1' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who to follow' })).toContainText('Follow')
  await page.getByRole('link', { name: 'BookMark' }).first().click()
  await expect(page.getByText('There are no bookmarks')).toBeVisible()
  await expect(page.getByText(username).first()).toBeVisible()
})

test('what was shown last is brought up to date', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'As it was')
  // Behind the back of this page: it is on another site when it happens.
  await page.goto('about:blank')
  const other = await page.context().newPage()
  await other.goto('/homePage')
  await writePost(other, 'Newer')
  await other.close()
  await page.goBack()
  await expect(posts(page).first()).toContainText('Newer')
})

test('what was shown to one user is gone for the next', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'For my eyes')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  expect(await keptText(page)).toBe(null)
})

test('who logs out in one tab is logged out in the others', async ({ page, context }) => {
  await signUp(page)
  const other = await context.newPage()
  await other.goto('/homePage')
  await expect(posts(other).first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  await expect(other).toHaveURL('/')
})

test('a session whose user is gone ends on the landing screen, although a feed was kept', async ({
  page,
  complaints,
}) => {
  await signUp(page)
  await expect(posts(page).first()).toBeVisible()
  await resetData(page, 'default')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeVisible()
  await logInAsGuest(page)
  complaints.length = 0
})
