import type { BrowserContext, Page } from 'playwright'
import { SEARCH_DEBOUNCE_MS } from '../src/ui/timing.ts'
import { notePaint, openUntilPainted, POST } from './painted.ts'

/** Whoever waits longer is gone. */
const LIMIT_MS = 45_000

/**
 * Open Explore in a tab of its own and search for a text.
 * @returns until the posts are painted, and from the end of the wait for the typing to stop until only
 *   what was searched for is; in ms, infinite if it takes too long
 */
export async function timeExplore(
  context: BrowserContext,
  text: string,
): Promise<{ explore: number; search: number }> {
  const page = await context.newPage()
  try {
    await notePaint(page, POST)
    const explore = await withinLimit(openUntilPainted(page, '/explore'))
    const never = explore === Number.POSITIVE_INFINITY
    return { explore, search: never ? explore : await withinLimit(timeSearch(page, text)) }
  } finally {
    await page.close()
  }
}

async function timeSearch(page: Page, text: string): Promise<number> {
  await page.evaluate(
    ({ post, text }) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      let typedAt = 0
      document.addEventListener('input', ({ timeStamp }) => {
        typedAt = timeStamp
      })
      const look = () => {
        const shown = [...document.querySelectorAll(post)]
        const done = shown.length > 0 && shown.every((one) => one.textContent.includes(text))
        if (typedAt && done) requestAnimationFrame(() => resolve(performance.now() - typedAt))
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
      Object.assign(window, { found: promise })
    },
    { post: POST, text },
  )
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(text, { timeout: LIMIT_MS })
  type Marked = { found: Promise<number> }
  const ms = await page.evaluate(() => (window as unknown as Marked).found)
  return Math.max(0, ms - SEARCH_DEBOUNCE_MS)
}

async function withinLimit(work: Promise<number>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), LIMIT_MS)
  // What ends because its tab was closed is nobody's concern.
  work.catch(() => undefined)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
