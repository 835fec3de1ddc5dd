// Repeated actions that show whether memory grows, for e2e/full/load.spec.ts and the benchmark.
import type { Page } from 'playwright/test'

/** Reads, likes and removes the like, up to this number of requests: the stored data do not change. */
export function request(page: Page, count: number): Promise<void> {
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

/** For {@link walkAbout}. The feed is one page, because the number of loaded pages would depend on scrolling. */
export const ONE_PAGE = { users: 20, posts: 20, seed: 7 }

/** The number of likes in a round of {@link walkAbout}: an even number removes all likes again. */
const LIKES = 10

/**
 * Navigates through the app from the home feed until its page has made this number of requests: like, undo the
 * like, scroll, open a post, its author, and home. The stored data and the screen stay the same.
 * @returns the number of requests
 */
export async function walkAbout(page: Page, requests: number): Promise<number> {
  let made = 0
  const count = (request: { url(): string }) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) made += 1
  }
  page.on('request', count)
  while (made < requests) await walkOnce(page)
  page.off('request', count)
  return made
}

async function walkOnce(page: Page): Promise<void> {
  // The last round may still be leaving the profile, which has a list of posts, too.
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  const post = page.getByRole('list', { name: 'Posts' }).getByRole('article').first()
  const like = post.getByRole('button', { name: /^Like / })
  for (let press = 0; press < LIKES; press += 1) {
    const answered = page.waitForResponse(/\/api\/posts\/(dis)?like\//)
    // Clicks at once would be double clicks.
    await like.press('Enter')
    await answered
  }
  await page.mouse.wheel(0, 3000)
  await page.mouse.wheel(0, -3000)
  await post.getByRole('link', { name: /^Comments/ }).click()
  await page.getByRole('textbox', { name: 'Add a comment' }).waitFor()
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  await page.getByRole('region', { name: /^Profile of/ }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await post.waitFor()
}
