import { expect, type Locator, type Page } from 'playwright/test'

/**
 * Scrolls until `target`, a part of a long list, is in the viewport and at rest. On a busy machine, a row can be passed
 * before it is rendered, so at the end of the page it begins again at the top.
 */
export async function scrollToReach(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(async () => {
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      if (isAtEnd) scrollTo(0, 0)
      else scrollBy(0, innerHeight / 2)
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      await frame()
      await frame()
    })
    expect(await target.count()).toBe(1)
    // Rows that are measured may push it out again.
    await target.scrollIntoViewIfNeeded({ timeout: 5_000 })
    await expect(target).toBeInViewport({ timeout: 5_000 })
  }).toPass({ intervals: [0] })
}
