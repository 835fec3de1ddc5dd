import type { Locator, Page } from 'playwright'
import { logInAsGuest, writeComment, writePost } from '../../e2e/support/fixtures.ts'
import { setMock } from '../../e2e/support/mock.ts'
import type { Bench, Samples } from '../bench.ts'
import { POST } from '../page.ts'

declare global {
  interface Window {
    /** By the id of the interaction (Event Timing), in ms. */
    durations: Map<number, number>
  }
}

/** From a click to its frame on a slow CPU. Each run is 10 clicks of each kind. */
export async function clicks(bench: Bench): Promise<Samples> {
  const [app, floor] = [await bench.device('app'), await bench.device('floor')]
  const post = await preparePost(app)
  await app.goto('about:blank')
  return bench.sample({
    app: () => bench.visit(app, (page) => clickThrough(page, post)),
    floor: () =>
      bench.visit(floor, (page) => timeClicks(page, '/', { press: page.getByRole('button') })),
  })
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

async function clickThrough(page: Page, post: string): Promise<Samples> {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const onHome = {
    like: button(/^Like /),
    bookmark: button('Bookmark'),
    menu: button('Post menu'),
  }
  const times = await timeClicks(page, '/homePage', onHome)
  return { ...times, ...(await timeClicks(page, post, { vote: button(/^Upvote /) })) }
}

const CLICKS = 10
/** A press takes as long as with a finger. Without `force`, Playwright computes the layout in the press. */
const PRESS = { delay: 80, force: true }
/** The Event Timing API reports no shorter durations, and rounds to 8 ms. */
const SHORTEST_MS = 16
/** Covers the reply of the API and the rendering of its changes. */
const SETTLED_MS = 350

/**
 * Opens `path` and clicks each target ten times. The first click, which runs cold code, counts too.
 * @returns the times from the press to the next frame, in ms, as in INP
 */
async function timeClicks(page: Page, path: string, targets: Record<string, Locator>) {
  await page.addInitScript(recordInteractions)
  const times: Samples = {}
  for (const [kind, target] of Object.entries(targets)) {
    await page.goto(path)
    await target.waitFor()
    const durations: number[] = []
    for (let click = 0; click < CLICKS; click++) {
      await page.evaluate(() => window.durations.clear())
      await target.click(PRESS)
      await page.waitForTimeout(SETTLED_MS)
      const reported = await page.evaluate(() => [...window.durations.values()])
      durations.push(Math.max(SHORTEST_MS, ...reported))
    }
    times[kind] = durations
  }
  return times
}

/** Runs in the page. */
function recordInteractions(): void {
  window.durations = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      const before = window.durations.get(interactionId) ?? 0
      if (interactionId) window.durations.set(interactionId, Math.max(duration, before))
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
