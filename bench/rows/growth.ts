import type { Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import type { Bench, Samples } from '../bench.ts'
import { fill, type OwnPost, openUntilUsable, timeRequests, writeByApi } from '../page.ts'

/** Occurs in one post only, which the search has to find. */
const NEEDLE = 'Needlebearing'

/** The cost of each action with few and with many posts stored. */
export async function growth(bench: Bench): Promise<Samples> {
  const page = await bench.device('app')
  await logInAsGuest(page)
  // No list of posts on the screen is refreshed during the measurement.
  await page.goto('/settings')
  const samples: Samples = {}
  for (const [size, posts] of Object.entries({ few: 10, many: 50_000 })) {
    await fill(page, { users: 100, posts })
    await page.goto('/settings')
    const post = await writeByApi(page, NEEDLE)
    Object.assign(samples, await bench.sample({ [size]: () => timeActions(bench, page, post) }))
  }
  return samples
}

async function timeActions(bench: Bench, page: Page, { id, author, token }: OwnPost) {
  const post = (path: string, body?: object) => ({ path, method: 'POST', token, body })
  const replies = await timeRequests(page, 5, {
    feed: { path: '/api/posts?limit=20' },
    search: { path: `/api/posts?limit=20&search=${NEEDLE}` },
    like: post(`/api/posts/like/${id}`),
    dislike: post(`/api/posts/dislike/${id}`),
    comment: post(`/api/comments/add/${id}`, { content: 'Nice' }),
  })
  const open = async (tab: Page) => ({
    profile: (await openUntilUsable(tab, `/profilePage/${author}`)).painted,
    explore: (await openUntilUsable(tab, '/explore')).painted,
  })
  return { ...replies, ...(await bench.visit(page, open, 1)) }
}
