import type { Page } from 'playwright'

/** A long task is one that takes this long (ms); the browser tells of no others. */
const LONG_MS = 50

/** The most elements that were on the page at once, the longest task (ms), and how far it went. */
export type Scrolled = { nodes: number; longestTask: number; posts: number }

/** Turn the wheel so many times, ten times a second. Tasks under 50 ms count as 50. */
export async function scroll(page: Page, wheels: number): Promise<Scrolled> {
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
      // Of a list that is there as a whole it would take long, and count as a task of the page.
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
