import type { Page } from 'playwright'
import { resetData, setMock } from '../../e2e/support/mock.ts'
import { ONE_PAGE } from '../../e2e/support/soak.ts'
import type { Bench, Samples } from '../bench.ts'
import { POST, timeRequests, writeByApi } from '../page.ts'

const read = { path: '/api/posts?limit=20' }
/** From a page of another build: the worker rejects it before MSW and the store are involved. */
const reply = { ...read, headers: { 'App-Build': 'none' }, status: 409 }

/** The time to a reply without a delay. Stock MSW has the same handlers, the same store and the same rows. */
export async function replies(bench: Bench): Promise<Samples> {
  const [app, stock] = [await bench.device('app'), await bench.device('stock-msw')]
  await app.goto('/')
  await stock.goto('/')
  await stock.locator(POST).first().waitFor()
  const sides = {
    app: await roundOn(app),
    empty: () => timeRequests(app, ROUND, { reply }),
    stock: await roundOn(stock),
  }
  // Warms up both.
  await bench.sample(sides, 2)
  return bench.sample(sides)
}

/** Each request is sent this many times in a round. */
const ROUND = 10

async function roundOn(page: Page): Promise<() => Promise<Samples>> {
  await setMock(page, { delay: 0 })
  await resetData(page, ONE_PAGE)
  const { id, token } = await writeByApi(page, 'A post without likes')
  const post = (verb: string) => ({ path: `/api/posts/${verb}/${id}`, method: 'POST', token })
  const [like, dislike] = [post('like'), post('dislike')]
  return () => timeRequests(page, ROUND, { read, like, dislike })
}
