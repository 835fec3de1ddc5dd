// Many requests in a row, and memory. For a longer run: SOAK_REQUESTS=10000. Many writes at once: crash.spec.ts.
import { asViewer } from '../support/as-user.ts'
import { expect, logInAsGuest, test, visit } from '../support/fixtures.ts'
import { pageHeap, workerHeap } from '../support/heap.ts'
import { resetData } from '../support/mock.ts'
import { ONE_PAGE, request, walkAbout } from '../support/soak.ts'

const SOAK = Number(process.env.SOAK_REQUESTS ?? 150)
/** Fewer, because the test drives the screens. */
const WALK = Math.ceil(Number(process.env.SOAK_REQUESTS ?? 100) / 3)

// Tracing so many requests takes longer than they do.
test.use({ trace: 'off' })

test('a page and a worker that run for long use no more memory', async ({ page }) => {
  test.setTimeout(240_000 + SOAK * 400)
  // Before the log-in, so that the page never shows a post that is gone.
  await visit(page)
  await resetData(page, ONE_PAGE)
  await logInAsGuest(page)
  // It begins with a like of this post, which the generated guest likes already.
  await (await asViewer(page))('POST /api/posts/dislike/1')
  await request(page, 300)
  await walkAbout(page, 100)
  const before = await pageHeap(page)
  const heaps = [await workerHeap(page)]
  let walked = 0
  // The same calls again and again, so that the stored data stay the same.
  for (let round = 0; round < 3; round += 1) {
    await request(page, SOAK)
    walked += await walkAbout(page, WALK)
    heaps.push(await workerHeap(page))
  }
  const after = await pageHeap(page)
  const figures = JSON.stringify({ requests: 3 * SOAK + walked, before, after, heaps })
  process.stdout.write(`  ${test.info().title}: ${figures}\n`)

  // A leak grows in every round. Code that is compiled meanwhile, and garbage that is left, do not.
  const growths = heaps.slice(1).map((bytes, round) => bytes - (heaps[round] ?? 0))
  expect(Math.min(...growths)).toBeLessThan(50_000 + SOAK * 200)
  // Some runs allocate 1,400 objects before and some after. The router stores each scroll position: 0.7 objects
  // a request. A leak of writes took 100 each.
  expect(after.objects - before.objects).toBeLessThan(2_500 + walked * 3)
  // One row more, of some 50 nodes, may be rendered just then. A leak takes as many in each of six rounds.
  expect(after.nodes - before.nodes).toBeLessThan(150)
  expect(after.listeners - before.listeners).toBeLessThan(20)
  // Like above, plus compiled code, of which a page has more.
  expect(after.bytes - before.bytes).toBeLessThan(2_000_000 + walked * 200)
})
