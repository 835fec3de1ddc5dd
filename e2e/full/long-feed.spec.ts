import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { resetData } from '../support/mock.ts'

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
