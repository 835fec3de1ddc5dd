// Many tabs at once, and many requests in a row. For longer: LOAD_SECONDS=60 SOAK_REQUESTS=10000.
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test, visit } from '../support/fixtures.ts'
import { pageHeap, workerHeap } from '../support/heap.ts'
import { fetchApi, mockState, resetData } from '../support/mock.ts'
import { ONE_PAGE, request, walkAbout } from '../support/soak.ts'
import { expectAllThere, listen, nothingWritten, write } from '../support/writes.ts'

const TABS = 8
const SECONDS = Number(process.env.LOAD_SECONDS ?? 3)
const SOAK = Number(process.env.SOAK_REQUESTS ?? 500)
/** By hand as it were, so fewer. */
const WALK = Number(process.env.SOAK_REQUESTS ?? 150)

// A trace of so many requests takes longer than they do.
test.use({ trace: 'off' })

for (const { stored, seed } of [
  { stored: 'the first posts', seed: 'default' },
  { stored: '10,000 posts of 1,000 users', seed: { users: 1000, posts: 10_000, seed: 7 } },
] as const) {
  test(`eight tabs that write and read at once over ${stored} lose nothing, and stay alive`, async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000 + SECONDS * 3_000)
    const written = nothingWritten()
    await logInAsGuest(page)
    await resetData(page, seed)
    const { counts } = await mockState(page)
    const tabs = await Promise.all(
      Array.from({ length: TABS }, async (_, index) => {
        const tab = await context.newPage()
        await listen(tab, written)
        await tab.goto(index % 2 ? '/homePage' : '/explore')
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
    // Nobody was stopped here: all that was sent was answered.
    expect(written.answered.size).toBe(written.sent.size)
    await expectAllThere(page, written)
    const all = { ...counts, posts: counts.posts + written.sent.size }
    expect((await mockState(page)).counts, 'what was there before is there').toEqual(all)
    // Every tab still does what it is told.
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Home', exact: true }).first().click()
      await tab.reload()
      await expect(posts(tab).first()).toContainText(/tab\d-/)
    }
    report({ tabs: TABS, seconds: SECONDS, ...all, answered: written.answered.size })
  })
}

/** Who wrote a text finds it, by a search that reads every post. */
async function expectFound(page: Page, text: string): Promise<void> {
  type Found = { posts: { content: string }[] }
  const { data } = await fetchApi<Found>(page, `GET /api/posts?limit=20&search=${text}`)
  expect(data.posts.map(({ content }) => content)).toEqual([text])
}

test('a worker that answered thousands of requests holds no more memory than before', async ({
  page,
}) => {
  test.setTimeout(90_000 + SOAK * 30)
  await logInAsGuest(page)
  await request(page, 300)
  const before = await workerHeap(page)
  // The same again and again, so that what is stored stays as it is.
  await request(page, SOAK)
  const after = await workerHeap(page)
  report({ requests: SOAK, heapBefore: before, heapAfter: after })
  // Half a megabyte for what the engine compiled meanwhile; to leak, a request must keep 200 bytes.
  expect(after - before).toBeLessThan(500_000 + SOAK * 200)
})

test('a page that is used for long holds no more than before', async ({ page }) => {
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
  // Of 1,400 objects some runs have them before and some after. The router keeps where each screen was
  // scrolled to: 0.7 a request. Writes that were kept took 100 each.
  expect(after.objects - before.objects).toBeLessThan(2_500 + WALK * 3)
  expect(after.nodes - before.nodes).toBeLessThan(50)
  expect(after.listeners - before.listeners).toBeLessThan(20)
  // As above, but for the code, of which a page has more.
  expect(after.bytes - before.bytes).toBeLessThan(2_000_000 + WALK * 200)
})

function report(figures: object): void {
  process.stdout.write(`  ${test.info().title}: ${JSON.stringify(figures)}\n`)
}
