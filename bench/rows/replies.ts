import type { Page } from 'playwright'
import { stopWorkers } from '../../e2e/support/devtools.ts'
import { fetchApi, setMock } from '../../e2e/support/mock.ts'
import type { Reply } from '../../src/contract/calls.ts'
import { guest } from '../../src/contract/guest.ts'
import type { Bench, Benchmark } from '../bench.ts'
import { fill, onNewDevice } from '../browser.ts'
import { interleave, type Measurement, median, percentile } from '../measurement.ts'
import { POST, type TimedRequest, timeRequests } from '../timing.ts'

const READS = ['/api/posts?limit=20', '/api/posts/1', '/api/comments/1', '/api/users/1']

/** The cost of a request as such: neither side reads a row for it. */
const BAD_TOKEN = {
  path: '/api/auth/verify',
  method: 'POST',
  body: { encodedToken: 'none' },
  status: 401,
}

/** The time to a reply without a delay, compared with stock MSW with the same handlers and the same rows. */
export const latency: Benchmark = {
  id: 'latency',
  sites: ['app', 'stock-msw'],
  measure: async (bench) => {
    const browser = await bench.browser()
    const { app, 'stock-msw': stock } = bench.sites
    return onNewDevice(browser, { baseURL: app.url }, (ours) =>
      onNewDevice(browser, { baseURL: stock.url }, (theirs) => compare(bench, ours, theirs)),
    )
  },
}

async function compare(bench: Bench, ours: Page, theirs: Page): Promise<Measurement[]> {
  await ours.goto('/')
  await setMock(ours, { delay: 0 })
  await theirs.goto('/')
  await theirs.locator(POST).first().waitFor()
  const works = [await roundOn(ours), await roundOn(theirs)] as const
  // Warms up both; coldWorker measures the first requests.
  await interleave(2, ...works)
  const [us = [], them = []] = await interleave(bench.runs(20, 5), ...works)
  const row = (what: string, key: keyof Round, atMost?: number) =>
    compareRounds(
      what,
      us.map((round) => round[key]),
      them.map((round) => round[key]),
      atMost,
    )
  return [
    ...row('Reply to a read, p50', 'p50', 3),
    ...row('Reply to a read, p95', 'p95', 6),
    ...row('Reply to a write, p95', 'writes', 10),
    ...row('Rejection of a bad token, p50, which reads no row', 'refusals'),
  ]
}

/** Percentiles of one round, in ms. */
type Round = { p50: number; p95: number; writes: number; refusals: number }

async function roundOn(page: Page): Promise<() => Promise<Round>> {
  const { data } = await fetchApi<Reply<'POST /api/auth/login'>>(
    page,
    'POST /api/auth/login',
    guest,
  )
  const token = data.encodedToken
  const time = (requests: TimedRequest[]) =>
    timeRequests(page, Array.from({ length: 10 }, () => requests).flat())
  return async () => {
    const reads = await time(READS.map((path) => ({ path })))
    const writes = await time(['like', 'dislike'].map((verb) => likeRequest(verb, token)))
    const refusals = await time([BAD_TOKEN])
    return {
      p50: median(reads),
      p95: percentile(reads, 0.95),
      writes: percentile(writes, 0.95),
      refusals: median(refusals),
    }
  }
}

function likeRequest(verb: string, token: string): TimedRequest {
  return { path: `/api/posts/${verb}/1`, method: 'POST', token }
}

function compareRounds(what: string, us: number[], them: number[], atMost?: number): Measurement[] {
  const beside = { what: 'stock MSW', values: them }
  const budget = atMost === undefined ? undefined : { atMost }
  return [
    { what, unit: 'ms', values: us, budget, beside },
    {
      what: `${what}: stock MSW ÷ ours, by round`,
      unit: 'x',
      values: us.map((ms, round) => (them[round] ?? Number.NaN) / ms),
      budget: budget && { atLeast: 2 },
    },
  ]
}

const POSTS = 10_000

/** The first reply of a worker that the browser had stopped. It includes the start of its script. */
export const coldWorker: Benchmark = {
  id: 'cold-worker',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      await page.goto('/')
      await fill(page, POSTS)
      const [page20 = [], all = []] = await interleave(
        bench.runs(11, 3),
        () => firstReply(page, '/api/posts?limit=20'),
        () => firstReply(page, '/api/posts'),
      )
      return [
        {
          what: 'First reply of a cold worker, 10,000 posts stored: a page of the feed',
          unit: 'ms',
          values: page20,
          budget: { atMost: 150 },
          beside: { what: 'the full list', values: all },
        },
      ]
    }),
}

/** @returns the time to the first reply of a stopped worker, in ms */
export async function firstReply(page: Page, path: string): Promise<number> {
  await stopWorkers(page)
  const [ms = Number.NaN] = await timeRequests(page, [{ path }])
  return ms
}
