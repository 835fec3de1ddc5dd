import type { BrowserContext, Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { fetchApi } from '../../e2e/support/mock.ts'
import type { Reply } from '../../src/contract/calls.ts'
import { guest } from '../../src/contract/guest.ts'
import { SEARCH_DEBOUNCE_MS } from '../../src/ui/timing.ts'
import type { Bench, Benchmark } from '../bench.ts'
import { fill, onNewDevice } from '../browser.ts'
import { type Measurement, median } from '../measurement.ts'
import { notePaint, openUntilPainted, POST, type TimedRequest, timeRequests } from '../timing.ts'
import { firstReply } from './replies.ts'

const FEW = 10
/** The cost with many posts may be this many times the cost with few. */
const MAX_GROWTH = 1.5
/** Occurs in one post only, which the search has to find. */
const NEEDLE = 'Needle bearing'

/** The growth of the cost of an action with the number of stored posts. */
export const scaling: Benchmark = {
  id: 'scaling',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      await logInAsGuest(page)
      const many = bench.runs(50_000, 10_000)
      const few = await measureAt(bench, page, FEW)
      const lots = await measureAt(bench, page, many)
      return COSTS.map(
        ({ key, what, atMost }): Measurement => ({
          what: `${what}, ${many.toLocaleString('en')} posts stored`,
          unit: 'ms',
          values: lots[key],
          budget: { atMost: atMost ?? MAX_GROWTH * median(few[key]) },
          beside: { what: `${FEW} posts stored`, values: few[key] },
        }),
      )
    }),
}

type CostName = 'feed' | 'like' | 'comment' | 'explore' | 'search' | 'cold'
type Costs = Record<CostName, number[]>

const COSTS: { key: CostName; what: string; atMost?: number }[] = [
  { key: 'feed', what: 'Page of the feed' },
  { key: 'like', what: 'Like' },
  { key: 'comment', what: 'Comment' },
  { key: 'explore', what: 'Opening Explore' },
  { key: 'search', what: 'Search for a rare word', atMost: 300 },
  { key: 'cold', what: 'First reply of a cold worker' },
]

async function measureAt(bench: Bench, page: Page, posts: number): Promise<Costs> {
  console.warn(`  ${posts} posts`)
  // No list of posts on the screen is refreshed during the measurement.
  await page.goto('/settings')
  await fill(page, posts)
  await page.goto('/settings')
  const login = await fetchApi<Reply<'POST /api/auth/login'>>(page, 'POST /api/auth/login', guest)
  const token = login.data.encodedToken
  const { data } = await fetchApi<Reply<'POST /api/posts'>>(
    page,
    'POST /api/posts',
    { content: NEEDLE },
    { authorization: token, Prefer: 'return=minimal' },
  )
  const needle = data.posts[0]?._id
  const times = bench.runs(30, 8)
  const cost = (...requests: TimedRequest[]) =>
    timeRequests(page, Array.from({ length: times }, () => requests).flat())
  const post = (path: string, body?: object) => ({ path, method: 'POST', token, body })
  return {
    feed: await cost({ path: '/api/posts?limit=20' }),
    like: await cost(post(`/api/posts/like/${needle}`), post(`/api/posts/dislike/${needle}`)),
    comment: await cost(post(`/api/comments/add/${needle}`, { content: 'Nice' })),
    ...(await timeExplore(page.context(), NEEDLE)),
    cold: await coldReplies(page, bench.runs(7, 3)),
  }
}

async function coldReplies(page: Page, times: number): Promise<number[]> {
  const values = []
  for (let run = 0; run < times; run++) values.push(await firstReply(page, '/api/posts?limit=20'))
  return values
}

/** Longer times count as infinite. */
const LIMIT_MS = 45_000

/**
 * Opens Explore in its own tab and searches for a text.
 * @returns the time until the posts are painted, and the time from the end of the debounce until only
 *   matching posts are shown; in ms, or infinite
 */
async function timeExplore(
  context: BrowserContext,
  text: string,
): Promise<Pick<Costs, 'explore' | 'search'>> {
  const page = await context.newPage()
  try {
    await notePaint(page, POST)
    const explore = await withinLimit(openUntilPainted(page, '/explore'))
    const never = explore === Number.POSITIVE_INFINITY
    const search = never ? explore : await withinLimit(timeSearch(page, text))
    return { explore: [explore], search: [search] }
  } finally {
    await page.close()
  }
}

async function timeSearch(page: Page, text: string): Promise<number> {
  await page.evaluate(
    ({ post, text }) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      let typedAt = 0
      document.addEventListener('input', ({ timeStamp }) => {
        typedAt = timeStamp
      })
      const check = () => {
        const shown = [...document.querySelectorAll(post)]
        const done = shown.length > 0 && shown.every((one) => one.textContent.includes(text))
        if (typedAt && done) requestAnimationFrame(() => resolve(performance.now() - typedAt))
      }
      new MutationObserver(check).observe(document, { childList: true, subtree: true })
      Object.assign(window, { found: promise })
    },
    { post: POST, text },
  )
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(text, { timeout: LIMIT_MS })
  type Marked = { found: Promise<number> }
  const ms = await page.evaluate(() => (window as unknown as Marked).found)
  return Math.max(0, ms - SEARCH_DEBOUNCE_MS)
}

async function withinLimit(work: Promise<number>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), LIMIT_MS)
  // The caller closes the tab after the limit, which rejects the pending work.
  work.catch(() => undefined)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
