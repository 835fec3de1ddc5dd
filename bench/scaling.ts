import type { Page } from 'playwright'
import { workerHeap } from '../e2e/support/heap.ts'
import type { Bench } from './bench.ts'
import { onNewDevice } from './browser.ts'
import { timeExplore } from './explore-time.ts'
import { fill, logInAsGuest } from './guest.ts'
import { firstAnswer } from './rows/cold-worker.ts'
import type { ScalingRow } from './scaling-costs.ts'
import { median } from './stats.ts'
import { guestToken, type TimedRequest, timeRequests, writePost } from './timed-fetch.ts'

/** Stands in one post only, for which the search then looks. */
const NEEDLE = 'Needle bearing'

const SIZES = [10, 100, 1000, 10_000, 50_000]

/** What the same action costs with ever more posts stored. */
export async function measureScaling(bench: Bench): Promise<ScalingRow[]> {
  const browser = await bench.browser()
  const { app } = bench.sites
  return onNewDevice(browser, { baseURL: app.url }, async (page) => {
    await logInAsGuest(page)
    const rows = []
    for (const posts of SIZES.slice(0, bench.runs(5, 4))) {
      console.warn(`  ${posts} posts`)
      rows.push(await measureAt(bench, page, posts))
    }
    return rows
  })
}

async function measureAt(bench: Bench, page: Page, posts: number): Promise<ScalingRow> {
  // A screen that has nothing to refresh while the calls are timed.
  await page.goto('/settings')
  await fill(page, posts)
  await page.goto('/settings')
  const token = await guestToken(page)
  const needle = await writePost(page, token, NEEDLE)
  const times = bench.runs(30, 8)
  const cost = async (...requests: TimedRequest[]) => {
    const all = Array.from({ length: times }, () => requests).flat()
    return median(await timeRequests(page, all))
  }
  const post = (path: string, body?: object) => ({ path, method: 'POST', token, body })
  const costs = {
    feed: await cost({ path: '/api/posts?limit=20' }),
    like: await cost(post(`/api/posts/like/${needle}`), post(`/api/posts/dislike/${needle}`)),
    comment: await cost(post(`/api/comments/add/${needle}`, { content: 'Nice' })),
    ...(await timeExplore(page.context(), NEEDLE)),
    memory: (await workerHeap(page)) / 1_000_000,
    cold: await coldWorker(page, bench.runs(7, 3)),
  }
  return { posts, costs }
}

async function coldWorker(page: Page, times: number): Promise<number> {
  const values = []
  for (let run = 0; run < times; run++) values.push(await firstAnswer(page, '/api/posts?limit=20'))
  return median(values)
}
