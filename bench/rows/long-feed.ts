import type { BrowserContext } from 'playwright'
import { type Bench, type Benchmark, interleave } from '../bench.ts'
import { onNewDevice, openPage } from '../browser.ts'
import { fill, logInAsGuest } from '../guest.ts'
import type { Measurement } from '../measurement.ts'
import { notePaint, openUntilPainted, POST } from '../painted.ts'
import { type Scrolled, scroll } from '../scroll.ts'

const POSTS = 10_000

/** The home feed over so many posts: until its first rows, and while it is scrolled. */
export const longFeed: Benchmark = {
  id: 'long-feed',
  sites: ['app', 'full-list'],
  measure: async (bench) => {
    const browser = await bench.browser()
    const { app, 'full-list': full } = bench.sites
    return onNewDevice(browser, { baseURL: app.url }, (ours, ourContext) =>
      onNewDevice(browser, { baseURL: full.url }, async (theirs, theirContext) => {
        await logInAsGuest(ours)
        await theirs.goto('/')
        await theirs.locator(POST).first().waitFor()
        for (const page of [ours, theirs]) {
          await fill(page, POSTS)
          await page.goto('about:blank')
        }
        return compare(bench, ourContext, theirContext)
      }),
    )
  },
}

async function compare(
  bench: Bench,
  ours: BrowserContext,
  theirs: BrowserContext,
): Promise<Measurement[]> {
  const wheels = bench.runs(80, 25)
  const [us = [], them = []] = await interleave(
    bench.runs(5, 2),
    () => visit(ours, wheels),
    () => visit(theirs, 5),
  )
  const row = (what: string, key: keyof Visit, atMost: number): Measurement => ({
    what,
    unit: key === 'nodes' ? 'nodes' : 'ms',
    values: us.map((run) => run[key]),
    counts: key === 'firstRows' ? 'median' : 'worst',
    budget: { atMost },
    beside: { what: 'all rows at once', values: them.map((run) => run[key]) },
  })
  return [
    row('Feed of 10,000 posts, 4x CPU: first rows', 'firstRows', 300),
    row('The same: elements on the page, most while scrolling', 'nodes', 1500),
    row('The same: longest task while scrolling (50 or more)', 'longestTask', 100),
    { what: 'The same: posts seen by then', unit: '', values: us.map(({ posts }) => posts) },
  ]
}

type Visit = Scrolled & { firstRows: number }

async function visit(context: BrowserContext, wheels: number): Promise<Visit> {
  const page = await openPage(context, 4)
  await notePaint(page, POST)
  const firstRows = await openUntilPainted(page, '/')
  const scrolled = await scroll(page, wheels)
  await page.close()
  return { firstRows, ...scrolled }
}
