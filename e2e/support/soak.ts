// What is done again and again to see whether memory grows: by e2e/full/load.spec.ts and by the benchmark.
import type { Page } from 'playwright/test'

/** Read, like and take it back, so many requests in all: what is stored stays as it is. */
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

/** For {@link walkAbout}. The feed is one page: how many pages are held depends on how far one happened to scroll. */
export const ONE_PAGE = { users: 20, posts: 20, seed: 7 }

/** A round of {@link walkAbout} presses Like so often: an even number takes all likes back. */
const LIKES = 10

/**
 * Walk about in the app from the home feed on, until its page has made so many requests: like and take it back,
 * scroll, to a post, to its author, and home. What is stored, and what is shown, stays as it is.
 * @returns how many requests the page made
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
    await like.click()
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
