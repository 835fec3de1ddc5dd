import type { Locator, Page } from 'playwright'
import { logInAsGuest, writeComment, writePost } from '../../e2e/support/fixtures.ts'
import { setMock } from '../../e2e/support/mock.ts'
import { type Bench, inSlowTab, type Samples } from '../bench.ts'
import { POST } from '../page.ts'

/** From a click to its frame on a slow CPU. Each run is 10 clicks of each kind. */
export async function clicks(bench: Bench): Promise<Samples> {
  const [app, floor] = [await bench.device('app'), await bench.device('floor')]
  const post = await preparePost(app)
  await app.goto('about:blank')
  return bench.sample({
    app: () => inSlowTab(app, (page) => clickThrough(page, post)),
    floor: () =>
      inSlowTab(floor, (page) => timeClicks(page, '/', { press: [page.getByRole('button')] })),
  })
}

async function clickThrough(page: Page, post: string): Promise<Samples> {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  return {
    ...(await timeClicks(page, '/homePage', {
      like: [button(/^Like /)],
      bookmark: [button('Bookmark')],
      menu: [button('Post menu')],
      navigation: [link('Explore'), link('Home')],
    })),
    ...(await timeClicks(page, post, { vote: [button(/^Upvote /)] })),
  }
}

/** Writes a post with a comment, which has all buttons. @returns the path of the post */
async function preparePost(page: Page): Promise<string> {
  await logInAsGuest(page)
  await writePost(page, 'A post with all buttons')
  const post = page.locator(POST).filter({ hasText: 'A post with all buttons' })
  await post.getByRole('link', { name: /, post by / }).click()
  await writeComment(page, 'A comment to vote for')
  await page.getByRole('button', { name: /^Upvote / }).waitFor()
  await setMock(page, { delay: 100 })
  return new URL(page.url()).pathname
}

type Recorded = { durations: Map<number, number> }

/** Every document that `page` opens from now on records the durations of its interactions (Event Timing). */
async function recordInteractions(page: Page): Promise<void> {
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

const CLICKS = 10
/** A press takes as long as with a finger. Without `force`, Playwright computes the layout in the press. */
const PRESS = { delay: 80, force: true }
/** The Event Timing API reports no shorter durations, and rounds to 8 ms. */
const SHORTEST_MS = 16
/** Covers the reply of the API and the rendering of its changes. */
const SETTLED_MS = 350

/**
 * Opens `path` and clicks the targets of each kind in turn. The first click, which runs cold code, counts too.
 * @returns the times from the press to the next frame, in ms, as in INP
 */
async function timeClicks<Kind extends string>(
  page: Page,
  path: string,
  kinds: Record<Kind, Locator[]>,
): Promise<Record<Kind, number[]>> {
  await recordInteractions(page)
  const times = {} as Record<Kind, number[]>
  for (const kind of Object.keys(kinds) as Kind[]) {
    await page.goto(path)
    await kinds[kind][0]?.waitFor()
    times[kind] = []
    for (let click = 0; click < CLICKS; click++) {
      await page.evaluate(() => (window as unknown as Recorded).durations.clear())
      await kinds[kind][click % kinds[kind].length]?.click(PRESS)
      await page.waitForTimeout(SETTLED_MS)
      const durations = await page.evaluate(() => [
        ...(window as unknown as Recorded).durations.values(),
      ])
      times[kind].push(Math.max(SHORTEST_MS, ...durations))
    }
  }
  return times
}
