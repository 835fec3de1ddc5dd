// Many tabs at once, and many requests in a row. For a longer run: LOAD_SECONDS=60 SOAK_REQUESTS=10000.
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test, visit } from '../support/fixtures.ts'
import { pageHeap, workerHeap } from '../support/heap.ts'
import { fetchApi, mockState, resetData } from '../support/mock.ts'
import { ONE_PAGE, request, walkAbout } from '../support/soak.ts'
import { expectAllThere, listen, newWriteLog, write } from '../support/writes.ts'

const TABS = 8
const SECONDS = Number(process.env.LOAD_SECONDS ?? 3)
const SOAK = Number(process.env.SOAK_REQUESTS ?? 250)
/** Fewer, because the test drives the screens. */
const WALK = Number(process.env.SOAK_REQUESTS ?? 150)

// Tracing so many requests takes longer than they do.
test.use({ trace: 'off' })

test('eight tabs that write and read at once over 10,000 posts of 1,000 users lose nothing and stay responsive', async ({
  page,
  context,
  expectErrors,
}) => {
  test.setTimeout(120_000 + SECONDS * 3_000)
  const written = newWriteLog()
  await logInAsGuest(page)
  await resetData(page, { users: 1000, posts: 10_000, seed: 7 })
  // The list that is open reads its newest post again, which the new data don't have.
  expectErrors(/\b404\b.*\/api\/posts\//)
  const { counts } = await mockState(page)
  const tabs = await Promise.all(
    Array.from({ length: TABS }, async (_, index) => {
      const tab = await context.newPage()
      await listen(tab, written)
      await tab.goto(index % 2 ? '/homePage' : '/explore?q=a')
      await expect(posts(tab).first()).toBeVisible()
      return tab
    }),
  )
  const ends = Date.now() + SECONDS * 1000
  await Promise.all(
    tabs.map(async (tab, index) => {
      for (let round = 0; round === 0 || Date.now() < ends; round += 1) {
        await write(tab, `tab${index}-${round}`, 10)
        await expectFound(tab, `tab${index}-${round}-00009`)
      }
    }),
  )
  // No worker was stopped here, so every request has a reply.
  expect(written.answered.size).toBe(written.sent.size)
  await expectAllThere(page, written)
  const all = { ...counts, posts: counts.posts + written.sent.size }
  expect((await mockState(page)).counts, 'what was there before is there').toEqual(all)
  // Every tab still responds.
  for (const tab of tabs) {
    await tab.getByRole('link', { name: 'Home', exact: true }).first().click()
    await tab.reload()
    await expect(posts(tab).first()).toContainText(/tab\d-/)
  }
  report({ tabs: TABS, seconds: SECONDS, ...all, answered: written.answered.size })
})

/** Checks that each author finds their texts by a search that reads every post. */
async function expectFound(page: Page, text: string): Promise<void> {
  type Found = { posts: { content: string }[] }
  const { data } = await fetchApi<Found>(page, `GET /api/posts?limit=20&search=${text}`)
  expect(data.posts.map(({ content }) => content)).toEqual([text])
}

test('a worker that handled thousands of requests uses no more memory than before', async ({
  page,
}) => {
  test.setTimeout(90_000 + SOAK * 90)
  await logInAsGuest(page)
  await request(page, 300)
  const heaps = [await workerHeap(page)]
  // The same calls again and again, so that the stored data stay the same.
  for (let round = 0; round < 3; round += 1) {
    await request(page, SOAK)
    heaps.push(await workerHeap(page))
  }
  report({ requests: SOAK, heaps })
  // A leak grows in every round. Code that is compiled meanwhile, and garbage that is left, do not.
  const growths = heaps.slice(1).map((bytes, round) => bytes - (heaps[round] ?? 0))
  expect(Math.min(...growths)).toBeLessThan(50_000 + SOAK * 200)
})

test('a page that is used for a long time uses no more memory than before', async ({ page }) => {
  test.setTimeout(90_000 + WALK * 300)
  // Before the log-in, so that the page never shows a post that is gone.
  await visit(page)
  await resetData(page, ONE_PAGE)
  await logInAsGuest(page)
  await walkAbout(page, 100)
  const before = await pageHeap(page)
  const requests = await walkAbout(page, WALK)
  const after = await pageHeap(page)
  report({ requests, before, after })
  // Some runs allocate 1,400 objects before and some after. The router stores each scroll position: 0.7 objects
  // a request. A leak of writes took 100 each.
  expect(after.objects - before.objects).toBeLessThan(2_500 + WALK * 3)
  // One row more, of some 50 nodes, may be rendered just then. A leak takes as many in each of eleven rounds.
  expect(after.nodes - before.nodes).toBeLessThan(150)
  expect(after.listeners - before.listeners).toBeLessThan(20)
  // Like above, plus compiled code, of which a page has more.
  expect(after.bytes - before.bytes).toBeLessThan(2_000_000 + WALK * 200)
})

function report(figures: object): void {
  process.stdout.write(`  ${test.info().title}: ${JSON.stringify(figures)}\n`)
}
