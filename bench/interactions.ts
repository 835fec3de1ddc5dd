import type { Locator, Page } from 'playwright'

type Noted = { durations: Map<number, number> }

/** Have every document of `page` from now on note how long its interactions take (Event Timing). */
export async function noteInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations = new Map<number, number>()
    Object.assign(window, { durations })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, duration } = entry
        if (!interactionId) continue
        durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** The Event Timing API tells of nothing shorter, and rounds to 8 ms. */
const SHORTEST_MS = 16
/** So long the answer of the API and what it changes on screen take, with a delay of 400 ms. */
const SETTLED_MS = 800

/**
 * Click, and wait until all that follows is done.
 * @returns from the press until the next frame was painted, in ms, as INP counts it
 */
export async function clickToPaint(page: Page, target: Locator): Promise<number> {
  await page.evaluate(() => (window as unknown as Noted).durations.clear())
  await target.click()
  await page.waitForTimeout(SETTLED_MS)
  const durations = await page.evaluate(() => [...(window as unknown as Noted).durations.values()])
  return Math.max(SHORTEST_MS, ...durations)
}
