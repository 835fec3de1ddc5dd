import type { Page } from 'playwright'
import { crowdOf, POSTS } from '../../e2e/support/crowd.ts'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { fetchApi, mustSucceed, resetData, setMock } from '../../e2e/support/mock.ts'
import type { Reply } from '../../src/contract/calls.ts'
import { guest } from '../../src/contract/guest.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import type { Bench, Samples } from '../bench.ts'
import { type TimedRequest, timeRequests } from '../page.ts'

/** The cost of what the app asks for, with 10 and with 5,000 likes, comments, followers and members. */
export async function crowd(bench: Bench): Promise<Samples> {
  const page = await bench.device('app')
  await logInAsGuest(page)
  const samples: Samples = {}
  for (const [size, people] of Object.entries({ handful: 10, crowd: 5_000 })) {
    const requests = await gather(page, people)
    const measure = async () => ({
      ...(await timeRequests(page, 5, requests)),
      ...(await bytesOf(page, requests)),
    })
    // The first requests fill the worker's memory.
    await bench.sample({ [size]: measure }, 1)
    Object.assign(samples, await bench.sample({ [size]: measure }))
  }
  return samples
}

/** Stores posts that everybody likes and a person whom everybody follows. @returns what the app asks for there */
async function gather(page: Page, people: number): Promise<Record<string, TimedRequest>> {
  await setMock(page, { delay: 0 })
  await resetData(page, { users: 10, posts: Math.max(POSTS, people / 5) })
  const { data } = await fetchApi<Snapshot>(page, 'GET /api/mock/snapshot')
  await mustSucceed(fetchApi(page, 'POST /api/mock/snapshot', crowdOf(data, people)))
  const [post] = data.posts
  const star = data.users.find(({ username }) => username !== guest.username)
  await page.goto('/settings')
  const logIn = 'POST /api/auth/login'
  const { encodedToken: token } = (await fetchApi<Reply<typeof logIn>>(page, logIn, guest)).data
  const write = (path: string) => ({ path, method: 'POST', token })
  return {
    feed: { path: `/api/posts?limit=${POSTS}`, token },
    comments: { path: `/api/comments/${post?._id}?limit=10`, token },
    profile: { path: `/api/users/${star?._id}`, token },
    bookmarks: { path: '/api/users/bookmark?limit=20', token },
    verify: { path: '/api/auth/verify', method: 'POST', body: { encodedToken: token }, token },
    dislike: write(`/api/posts/dislike/${post?._id}`),
    like: write(`/api/posts/like/${post?._id}`),
  }
}

/** The length of each reply, as JSON. */
async function bytesOf(page: Page, requests: Record<string, TimedRequest>) {
  const sizes: Record<string, number> = {}
  for (const [key, { path, method = 'GET', token = '', body }] of Object.entries(requests)) {
    const headers = { authorization: token, Prefer: 'return=minimal, people=own' }
    const { data } = await fetchApi(page, `${method} ${path}`, body, headers)
    sizes[`${key}Bytes`] = JSON.stringify(data).length / 1000
  }
  return sizes
}
