import type { Locator, Page } from 'playwright'
import { logInAsGuest, writeComment, writePost } from '../../e2e/support/fixtures.ts'
import { setMock } from '../../e2e/support/mock.ts'
import type { Benchmark } from '../bench.ts'
import { onNewDevice, slowDown } from '../browser.ts'
import type { Measurement } from '../measurement.ts'
import { POST } from '../timing.ts'

/** The time from a click to its frame, with a slow processor and the default delay. */
export const interactions: Benchmark = {
  id: 'interactions',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      await noteInteractions(page)
      const post = await prepare(page)
      const times = bench.runs(16, 4)
      const measured: Measurement[] = []
      for (const [what, target, path] of targetsOn(page, post)) {
        await page.goto(path)
        await target.waitFor()
        await slowDown(page, 4)
        const values: number[] = []
        // The first click, which runs cold code, counts like the others.
        for (let n = 0; n < times; n++) values.push(await clickToPaint(page, target))
        measured.push({
          what: `${what}: click to paint, 4x CPU, delay 400 ms, worst`,
          unit: 'ms',
          values,
          counts: 'worst',
          budget: { atMost: 50 },
        })
        await slowDown(page, 1)
      }
      return measured
    }),
}

/** Writes a post with a comment, which has all buttons. @returns the path of the post */
async function prepare(page: Page): Promise<string> {
  await logInAsGuest(page)
  await writePost(page, 'A post with all buttons')
  const post = page.locator(POST).filter({ hasText: 'A post with all buttons' })
  await post.getByRole('link', { name: /, post by / }).click()
  await writeComment(page, 'A comment to vote for')
  await page.getByRole('button', { name: /^Upvote / }).waitFor()
  await setMock(page, { delay: 400 })
  return new URL(page.url()).pathname
}

function targetsOn(page: Page, post: string): [what: string, target: Locator, path: string][] {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  return [
    ['Like', button(/^Like /), '/homePage'],
    ['Bookmark', button('Bookmark'), '/homePage'],
    ['Menu', button('Post menu'), '/homePage'],
    ['Vote', button(/^Upvote /), post],
  ]
}

type Recorded = { durations: Map<number, number> }

/** Every document that `page` opens from now on records the durations of its interactions (Event Timing). */
async function noteInteractions(page: Page): Promise<void> {
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

/** The Event Timing API reports no shorter durations, and rounds to 8 ms. */
const SHORTEST_MS = 16
/** Covers the reply of the API, with a delay of 400 ms, and the rendering of its changes. */
const SETTLED_MS = 800

/**
 * Clicks, and waits until all effects of the click are rendered.
 * @returns the time from the press to the next frame, in ms, as in INP
 */
async function clickToPaint(page: Page, target: Locator): Promise<number> {
  await page.evaluate(() => (window as unknown as Recorded).durations.clear())
  await target.click()
  await page.waitForTimeout(SETTLED_MS)
  const durations = await page.evaluate(() => [
    ...(window as unknown as Recorded).durations.values(),
  ])
  return Math.max(SHORTEST_MS, ...durations)
}
