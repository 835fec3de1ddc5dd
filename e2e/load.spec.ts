// Many tabs at once, and many requests in a row. For longer: LOAD_SECONDS=60, SOAK_REQUESTS=100000.
import type { Page } from 'playwright/test'
import { workerHeap } from './devtools.ts'
import { expect, logInAsGuest, posts, test } from './fixtures.ts'
import { expectAllThere, listen, nothingWritten, write } from './writes.ts'

const TABS = 8
const SECONDS = Number(process.env.LOAD_SECONDS ?? 3)
const SOAK = Number(process.env.SOAK_REQUESTS ?? 500)

// A trace of so many requests takes longer than they do.
test.use({ trace: 'off' })

test('eight tabs that write at once lose nothing, give no id twice, and stay alive', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000 + SECONDS * 3_000)
  const written = nothingWritten()
  await logInAsGuest(page)
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
      }
    }),
  )
  // Nobody was stopped here: all that was sent was answered.
  expect(written.answered.size).toBe(written.sent.size)
  await expectAllThere(page, written)
  // Every tab still does what it is told.
  for (const tab of tabs) {
    await tab.getByRole('link', { name: 'Home', exact: true }).first().click()
    await tab.reload()
    await expect(posts(tab).first()).toContainText(/tab\d-/)
  }
  report({ tabs: TABS, seconds: SECONDS, answered: written.answered.size })
})

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

/** Read, like and take it back, so many requests in all. */
function request(page: Page, count: number): Promise<void> {
  return page.evaluate(async (count) => {
    const authorization = localStorage.getItem('gearheads-token') ?? ''
    const headers = { authorization, prefer: 'return=minimal' }
    for (let done = 0; done < count; done += 5) {
      await Promise.all(
        ['/api/posts?limit=20', '/api/users', '/api/comments/1'].map(async (path) =>
          (await fetch(path, { headers })).json(),
        ),
      )
      for (const path of ['like', 'dislike']) {
        await (await fetch(`/api/posts/${path}/1`, { method: 'POST', headers })).json()
      }
    }
  }, count)
}

function report(figures: Record<string, number>): void {
  process.stdout.write(`  ${test.info().title}: ${JSON.stringify(figures)}\n`)
}
