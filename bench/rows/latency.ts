import type { Page } from 'playwright'
import { setMock } from '../../e2e/support/mock.ts'
import { type Bench, type Benchmark, interleave } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import type { Measurement } from '../measurement.ts'
import { POST } from '../painted.ts'
import { median, percentile } from '../stats.ts'
import { guestToken, type TimedRequest, timeRequests } from '../timed-fetch.ts'

const READS = ['/api/posts?limit=20', '/api/posts/1', '/api/comments/1', '/api/users/1']

/** What it costs to be answered at all, without the store that both sides wait for. */
const BAD_TOKEN = {
  path: '/api/auth/verify',
  method: 'POST',
  body: { encodedToken: 'none' },
  status: 401,
}

/** How long an answer takes without a delay, beside stock MSW with the same handlers and the same rows. */
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
  // The first requests of a page and of a worker are those of a cold engine: row cold-worker.
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
    ...row('Answer to a read, p50', 'p50', 3),
    ...row('Answer to a read, p95', 'p95', 6),
    ...row('Answer to a write, p95', 'writes', 10),
    ...row('Refusal of a bad token, p50, for which no row is read', 'refusals'),
  ]
}

/** Percentiles of one round, in ms. */
type Round = { p50: number; p95: number; writes: number; refusals: number }

async function roundOn(page: Page): Promise<() => Promise<Round>> {
  const token = await guestToken(page)
  const ask = (requests: TimedRequest[]) =>
    timeRequests(page, Array.from({ length: 10 }, () => requests).flat())
  return async () => {
    const reads = await ask(READS.map((path) => ({ path })))
    const writes = await ask(['like', 'dislike'].map((verb) => likeRequest(verb, token)))
    const refusals = await ask([BAD_TOKEN])
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
      what: `${what}: so many times as long takes stock MSW`,
      unit: 'x',
      values: us.map((ms, round) => (them[round] ?? Number.NaN) / ms),
      budget: budget && { atLeast: 2 },
    },
  ]
}
