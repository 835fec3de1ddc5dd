import type { Page } from 'playwright'
import { stopWorkers } from '../../e2e/support/devtools.ts'
import { type Benchmark, interleave } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import { fill } from '../guest.ts'
import { timeRequests } from '../timed-fetch.ts'

const POSTS = 10_000

/** The first answer of a worker that the browser had stopped, from the start of its script on. */
export const coldWorker: Benchmark = {
  id: 'cold-worker',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      await page.goto('/')
      await fill(page, POSTS)
      const [page20 = [], all = []] = await interleave(
        bench.runs(11, 3),
        () => firstAnswer(page, '/api/posts?limit=20'),
        () => firstAnswer(page, '/api/posts'),
      )
      return [
        {
          what: '10,000 posts stored: first answer of a cold worker, a page of the feed',
          unit: 'ms',
          values: page20,
          budget: { atMost: 150 },
          beside: { what: 'the full list, as the specification has it', values: all },
        },
      ]
    }),
}

/** @returns in ms, with a mock without delay */
export async function firstAnswer(page: Page, path: string): Promise<number> {
  await stopWorkers(page)
  const [ms = Number.NaN] = await timeRequests(page, [{ path }])
  return ms
}
