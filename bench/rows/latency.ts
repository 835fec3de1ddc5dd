import type { Page } from 'playwright'
import { setMock } from '../../e2e/mock.ts'
import { type Bench, type Benchmark, interleave } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import type { Measurement } from '../measurement.ts'
import { POST } from '../painted.ts'
import { median, percentile } from '../stats.ts'
import { guestToken, type TimedRequest, timeRequests } from '../timed-fetch.ts'

const READS = ['/api/posts?limit=20', '/api/posts/1', '/api/comments/1', '/api/users/1']

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
  const rounds = bench.runs(20, 5)
  const timesOf = async (page: Page) => {
    const token = await guestToken(page)
    return async () => ({
      reads: await timeRequests(
        page,
        repeat(
          READS.map((path) => ({ path })),
          10,
        ),
      ),
      writes: await timeRequests(page, repeat(likes(token), 10)),
    })
  }
  const works = [await timesOf(ours), await timesOf(theirs)] as const
  // The first requests of a page and of a worker are those of a cold engine: row cold-worker.
  await interleave(2, ...works)
  const [us = [], them = []] = await interleave(rounds, ...works)
  const row = (
    what: string,
    kind: 'reads' | 'writes',
    of: (values: number[]) => number,
    atMost: number,
  ): Measurement[] => {
    const values = us.map((round) => of(round[kind]))
    const stock = them.map((round) => of(round[kind]))
    const beside = { what: 'stock MSW', values: stock }
    return [
      { what, unit: 'ms', values, budget: { atMost }, beside },
      {
        what: `${what}: stock MSW takes so many times as long`,
        unit: 'x',
        values: values.map((value, round) => (stock[round] ?? Number.NaN) / value),
        budget: { atLeast: 2 },
      },
    ]
  }
  return [
    ...row('Answer to a read, p50 of a round', 'reads', median, 3),
    ...row('Answer to a read, p95 of a round', 'reads', (values) => percentile(values, 0.95), 6),
    ...row('Answer to a write, p95 of a round', 'writes', (values) => percentile(values, 0.95), 10),
  ]
}

function likes(token: string): TimedRequest[] {
  return ['like', 'dislike'].map((verb) => ({
    path: `/api/posts/${verb}/1`,
    method: 'POST',
    token,
  }))
}

function repeat<Item>(items: Item[], times: number): Item[] {
  return Array.from({ length: times }, () => items).flat()
}
