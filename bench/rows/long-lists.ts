import type { BrowserContext, Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import type { Bench, Benchmark } from '../bench.ts'
import { fill, onNewDevice, openPage } from '../browser.ts'
import { interleave, type Measurement } from '../measurement.ts'
import { notePaint, openUntilPainted, POST } from '../timing.ts'

const POSTS = 10_000

/** The cost of a like with many posts stored, compared with a client that reads full lists. */
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
        return compareLikes(bench, ours, theirs)
      }),
    )
  },
}

async function compareLikes(bench: Bench, ours: Page, theirs: Page): Promise<Measurement[]> {
  // A reply contains everyone who likes the post, so the newest post, with the most likes, costs most.
  const [newest, plain] = [0, await firstUnliked(ours)]
  const works = [newest, plain].flatMap((nth) =>
    [ours, theirs].map((page) => () => pressLike(page, nth)),
  )
  await interleave(2, ...works)
  const [us1 = [], them1 = [], us2 = [], them2 = []] = await interleave(bench.runs(15, 4), ...works)
  return [
    ...likeRows('Like of a post without likes, 10,000 posts stored', us2, them2),
    ...likeRows('Like of the post with the most likes, 10,000 posts stored', us1, them1),
  ]
}

function likeRows(what: string, us: Cost[], them: Cost[]): Measurement[] {
  const row = (key: keyof Cost) => ({
    unit: key,
    values: us.map((cost) => cost[key]),
    beside: { what: 'a client of full lists', values: them.map((cost) => cost[key]) },
  })
  return [
    { what: `${what}: size of the reply`, ...row('kB'), budget: { atMost: 2 } },
    { what: `${what}: time in the worker`, ...row('ms'), budget: { atMost: 10 } },
  ]
}

/** The index of the first post on screen without likes. */
function firstUnliked(page: Page): Promise<number> {
  const buttons = page.locator(`${POST} button`).filter({ visible: true })
  return buttons.evaluateAll((all) =>
    all
      .map(({ ariaLabel }) => ariaLabel ?? '')
      .filter((label) => label.startsWith('Like '))
      .findIndex((label) => label.endsWith("'s post")),
  )
}

/** The size of the reply's headers and body (kB), and the worker's total of `Server-Timing` (ms). */
type Cost = { kB: number; ms: number }

/** @param nth the index of a post on screen */
async function pressLike(page: Page, nth: number): Promise<Cost> {
  const replying = page.waitForResponse(/\/api\/posts\/(dis)?like\//)
  const post = page.locator(POST).nth(nth)
  await post.getByRole('button', { name: /^Like\b/ }).click()
  const reply = await replying
  if (!reply.ok()) throw new Error(`The status of a like was ${reply.status()}`)
  const headers = (await reply.headersArray()).map(({ name, value }) => `${name}: ${value}\r\n`)
  const bytes = (await reply.body()).length + headers.join('').length
  const { 'server-timing': timing = '' } = reply.headers()
  const [, total] = /total;dur=([\d.]+)/.exec(timing) ?? []
  return { kB: bytes / 1000, ms: Number(total) }
}

/** The home feed with many posts: the time to its first rows, and scrolling. */
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
        return compareScrolling(bench, ourContext, theirContext)
      }),
    )
  },
}

async function compareScrolling(
  bench: Bench,
  ours: BrowserContext,
  theirs: BrowserContext,
): Promise<Measurement[]> {
  const wheels = bench.runs(80, 15)
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
    row('Feed of 10,000 posts, 4x CPU: most elements on the page while scrolling', 'nodes', 1500),
    row(
      'Feed of 10,000 posts, 4x CPU: longest task while scrolling (at least 50)',
      'longestTask',
      100,
    ),
    {
      what: 'Feed of 10,000 posts, 4x CPU: posts scrolled past',
      unit: '',
      values: us.map(({ posts }) => posts),
    },
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

/** The browser reports only tasks of at least this duration. */
const LONG_MS = 50

/** The highest number of elements at once, the longest task (ms), and the number of posts shown. */
type Scrolled = { nodes: number; longestTask: number; posts: number }

/** Turns the mouse wheel `wheels` times, ten times a second. Tasks under 50 ms count as 50. */
async function scroll(page: Page, wheels: number): Promise<Scrolled> {
  await page.evaluate((longestTask) => {
    const seen = { nodes: 0, longestTask, posts: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        seen.longestTask = Math.max(seen.longestTask, duration)
    }).observe({ type: 'longtask' })
    const links = new Set<string>()
    setInterval(() => {
      const all = document.getElementsByTagName('*').length
      seen.nodes = Math.max(seen.nodes, all)
      // In a list without a window this query would itself be a long task.
      if (all > 10_000) return
      for (const { pathname } of document.querySelectorAll<HTMLAnchorElement>('article a'))
        if (pathname.includes('/post/')) links.add(pathname)
      seen.posts = links.size
    }, 500)
  }, LONG_MS)
  await page.mouse.move(600, 400)
  for (let wheel = 0; wheel < wheels; wheel++) {
    await page.mouse.wheel(0, 1200)
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(1000)
  return page.evaluate(() => (window as unknown as { seen: Scrolled }).seen)
}
