import type { Page } from 'playwright'
import { type Benchmark, interleave } from '../bench.ts'
import { onNewDevice, openPage } from '../browser.ts'
import { fill, logInAsGuest } from '../guest.ts'
import { notePaint, openUntilPainted, POST } from '../painted.ts'

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
        await fill(ours, POSTS)
        await ours.goto('/settings')
        await theirs.goto('/')
        await theirs.locator(POST).first().waitFor()
        await fill(theirs, POSTS)
        await theirs.goto('about:blank')
        const visit = async (context: typeof ourContext, wheels: number) => {
          const page = await openPage(context, 4)
          await notePaint(page, POST)
          const firstRows = await openUntilPainted(page, '/')
          const scrolled = await scroll(page, wheels)
          await page.close()
          return { firstRows, ...scrolled }
        }
        const wheels = bench.runs(80, 25)
        const [us = [], them = []] = await interleave(
          bench.runs(5, 2),
          () => visit(ourContext, wheels),
          () => visit(theirContext, 5),
        )
        const beside = 'all rows at once'
        const row = (key: keyof (typeof us)[number]) => ({
          values: us.map((run) => run[key]),
          beside: { what: beside, values: them.map((run) => run[key]) },
        })
        return [
          {
            what: 'Feed of 10,000 posts, 4x CPU: first rows',
            unit: 'ms' as const,
            ...row('firstRows'),
            budget: { atMost: 300 },
          },
          {
            what: `The same: elements on the page, most while scrolling`,
            unit: 'nodes' as const,
            ...row('nodes'),
            counts: 'worst' as const,
            budget: { atMost: 1500 },
          },
          {
            what: 'The same: longest task while scrolling',
            unit: 'ms' as const,
            ...row('longestTask'),
            counts: 'worst' as const,
            budget: { atMost: 100 },
            note: 'tasks under 50 ms count as 50',
          },
          {
            what: 'The same: posts seen by then',
            unit: '' as const,
            values: us.map(({ posts }) => posts),
          },
        ]
      }),
    )
  },
}

/** A long task is one that takes this long (ms); the browser tells of no others. */
const LONG_MS = 50

/** Turn the wheel so many times, ten times a second. */
async function scroll(page: Page, wheels: number) {
  await page.evaluate((LONG_MS) => {
    const seen = { nodes: 0, longestTask: LONG_MS, posts: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        seen.longestTask = Math.max(seen.longestTask, duration)
    }).observe({ type: 'longtask' })
    const texts = new Set<string>()
    setInterval(() => {
      seen.nodes = Math.max(seen.nodes, document.getElementsByTagName('*').length)
      for (const link of document.querySelectorAll('[aria-label="Posts"] article')) {
        const href = link.querySelector('a[href*="/post/"]')?.getAttribute('href')
        if (href) texts.add(href)
      }
      seen.posts = texts.size
    }, 500)
  }, LONG_MS)
  await page.mouse.move(600, 400)
  for (let wheel = 0; wheel < wheels; wheel++) {
    await page.mouse.wheel(0, 1200)
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(1000)
  type Seen = { nodes: number; longestTask: number; posts: number }
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}
