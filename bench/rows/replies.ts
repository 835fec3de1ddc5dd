import { ONE_PAGE } from '../../e2e/support/soak.ts'
import type { Bench, Samples } from '../bench.ts'
import { fill, POST, timeRequests } from '../page.ts'

const read = { path: '/api/posts?limit=20' }
/** From a page of another build: the worker rejects it before MSW and the store are involved. */
const reply = { ...read, headers: { 'App-Build': 'none' }, status: 409 }

/** Each request is sent this many times in a round. */
const ROUND = 10

/** The time to a reply without a delay. Stock MSW has the same handlers, the same store and the same rows. */
export async function replies(bench: Bench): Promise<Samples> {
  const [app, stock] = [await bench.device('app'), await bench.device('stock-msw')]
  for (const page of [app, stock]) await page.goto('/')
  await stock.locator(POST).first().waitFor()
  for (const page of [app, stock]) await fill(page, ONE_PAGE)
  const sides = {
    app: () => timeRequests(app, ROUND, { read }),
    empty: () => timeRequests(app, ROUND, { reply }),
    stock: () => timeRequests(stock, ROUND, { read }),
  }
  // Warms up both.
  await bench.sample(sides, 2)
  return bench.sample(sides)
}
