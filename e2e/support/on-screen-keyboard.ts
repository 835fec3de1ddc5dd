import type { Page } from 'playwright/test'

type Seen = { offsetTop: number; height: number; scale?: number }

/** What a phone does: its keyboard covers the lower part of the page, which may also be scrolled up behind it. */
export async function openKeyboard(page: Page, seen: Seen): Promise<void> {
  await page.evaluate((seen) => {
    const area = window.visualViewport
    if (!area) throw new Error('No visual viewport')
    for (const [name, value] of Object.entries(seen))
      Object.defineProperty(area, name, { value, configurable: true })
    area.dispatchEvent(new Event('resize'))
  }, seen)
}
