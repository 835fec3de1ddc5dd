import type { Page } from 'playwright'
import { type Bench, type Benchmark, interleave } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import { fill, logInAsGuest } from '../guest.ts'
import type { Measurement } from '../measurement.ts'
import { POST } from '../painted.ts'

const POSTS = 10_000

/** What pressing Like costs when so many posts are stored, beside a client that reads full lists. */
export const like: Benchmark = {
  id: 'like',
  sites: ['app', 'full-list'],
  measure: async (bench) => {
    const browser = await bench.browser()
    const { app, 'full-list': full } = bench.sites
    return onNewDevice(browser, { baseURL: app.url }, (ours) =>
      onNewDevice(browser, { baseURL: full.url }, async (theirs) => {
        await logInAsGuest(ours)
        await theirs.goto('/')
        for (const page of [ours, theirs]) {
          await fill(page, POSTS)
          await page.reload()
          await page.locator(POST).first().waitFor()
        }
        return compare(bench, ours, theirs)
      }),
    )
  },
}

async function compare(bench: Bench, ours: Page, theirs: Page): Promise<Measurement[]> {
  // All who like a post come with it, so the newest, which most like, costs most.
  const [newest, plain] = [0, await firstUnliked(ours)]
  const works = [newest, plain].flatMap((nth) =>
    [ours, theirs].map((page) => () => pressLike(page, nth)),
  )
  await interleave(2, ...works)
  const [us1 = [], them1 = [], us2 = [], them2 = []] = await interleave(bench.runs(15, 4), ...works)
  return [
    ...rows('A like of a post that nobody likes, 10,000 posts stored', us2, them2),
    ...rows('A like of the post that most like, 10,000 posts stored', us1, them1),
  ]
}

function rows(what: string, us: Cost[], them: Cost[]): Measurement[] {
  const row = (key: keyof Cost) => ({
    unit: key,
    values: us.map((cost) => cost[key]),
    beside: { what: 'a client of full lists', values: them.map((cost) => cost[key]) },
  })
  return [
    { what: `${what}: on the wire`, ...row('kB'), budget: { atMost: 2 } },
    { what: `${what}: in the worker`, ...row('ms'), budget: { atMost: 10 } },
  ]
}

/** Which of the posts on screen it is, from 0. */
function firstUnliked(page: Page): Promise<number> {
  const buttons = page.locator(`${POST} button`).filter({ visible: true })
  return buttons.evaluateAll((all) =>
    all
      .map(({ ariaLabel }) => ariaLabel ?? '')
      .filter((label) => label.startsWith('Like: '))
      .indexOf('Like: 0'),
  )
}

/** The answer's headers and body (kB), and what the worker says it took (ms). */
type Cost = { kB: number; ms: number }

/** @param nth of the posts on screen, from 0 */
async function pressLike(page: Page, nth: number): Promise<Cost> {
  const answering = page.waitForResponse(/\/api\/posts\/(dis)?like\//)
  const post = page.locator(POST).nth(nth)
  await post.getByRole('button', { name: /^Like: / }).click()
  const answer = await answering
  if (!answer.ok()) throw new Error(`A like was answered with ${answer.status()}`)
  const headers = (await answer.headersArray()).map(({ name, value }) => `${name}: ${value}\r\n`)
  const bytes = (await answer.body()).length + headers.join('').length
  const { 'server-timing': timing = '' } = answer.headers()
  const [, total] = /total;dur=([\d.]+)/.exec(timing) ?? []
  return { kB: bytes / 1000, ms: Number(total) }
}
