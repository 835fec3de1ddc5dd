import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { emptyDataSet } from '../../data/data-set.ts'
import { migrations } from '../../data/migrations.ts'
import { busyApi } from '../busy-api.ts'
import { validBodies } from '../valid-bodies.ts'

/** More than a user's copy takes, or the own fields of a post or comment, in bytes. */
const ONE = 500
const USERS = 5
const POSTS = 5
const ROUNDS = 3
/** Every user comments on every post in every round; one comment was there. */
const COMMENTS_ON_ONE = USERS * ROUNDS
const COMMENTS = POSTS * COMMENTS_ON_ONE + 1
/** The people of a post or comment: all may like it or vote on it. */
const WITH_PEOPLE = 1 + USERS

/** How many braces and brackets stand open at most. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const USER = ONE * (1 + 2 * USERS + 2 * POSTS)
const FEED = ONE * (POSTS + COMMENTS) * WITH_PEOPLE
const ON_POST = ONE * (COMMENTS_ON_ONE + 1) * WITH_PEOPLE

/** The bytes that no answer may reach, in an order in which each call can follow the one before. */
const bounds: Record<CallName, number> = {
  'GET /api/users': USERS * USER,
  'GET /api/users/:id': USER,
  'GET /api/users/bookmark': FEED,
  'GET /api/posts': FEED,
  'GET /api/posts/user/:username': FEED / 2,
  'GET /api/posts/:postId': ON_POST,
  'GET /api/comments/:postId': ON_POST,
  'POST /api/auth/login': ONE + USER,
  'POST /api/auth/verify': ONE + USER,
  'POST /api/users/edit': USER,
  'POST /api/users/unfollow/:id': 2 * USER,
  'POST /api/users/follow/:id': 2 * USER,
  'POST /api/users/remove-bookmark/:postId': FEED,
  'POST /api/users/bookmark/:postId': FEED,
  'POST /api/posts/dislike/:postId': 2 * FEED,
  'POST /api/posts/like/:postId': 2 * FEED,
  'POST /api/posts/edit/:postId': FEED,
  'POST /api/comments/downvote/:postId/:commentId': ON_POST,
  'POST /api/comments/upvote/:postId/:commentId': ON_POST,
  'POST /api/comments/edit/:postId/:commentId': ON_POST,
  'POST /api/comments/delete/:postId/:commentId': ON_POST,
  'POST /api/comments/add/:postId': ON_POST,
  'POST /api/posts': FEED + ONE,
  'DELETE /api/posts/:postId': FEED,
  'POST /api/auth/signup': ONE + USER,
  'POST /api/uploads': ONE,
  'GET /api/uploads/:id': ONE,
  'POST /api/uploads/:id/moved': ONE,
  'GET /api/mock': ONE,
  'POST /api/mock/settings': ONE,
  'GET /api/openapi.json': ONE,
  'GET /api/mock/snapshot': ONE * (USERS + 1 + POSTS + COMMENTS),
  'POST /api/mock/snapshot': ONE,
  'POST /api/mock/reset': ONE,
}

test('no answer grows beyond its bound or nests deeper, however much people do', async () => {
  const { call, token, round, comment, vote, readPost, upload } = await busyApi()
  for (let times = 0; times < ROUNDS; times++) {
    await round()
    await comment()
  }
  await vote()
  const { comments } = await readPost('1')
  expect(comments).toHaveLength(COMMENTS_ON_ONE)
  expect(comments[0]?.votes.upvotedBy).toHaveLength(USERS)
  const own = comments.find(({ username }) => username === 'mira')
  const kept = await upload(token)
  const given: Partial<Record<CallName, object>> = {
    'POST /api/auth/verify': { encodedToken: token },
    'POST /api/mock/snapshot': { version: migrations.length, ...emptyDataSet() },
  }
  const params = { postId: '1', commentId: own?._id ?? '', id: '2', username: 'mira' }

  for (const [name, bound] of Object.entries(bounds) as [CallName, number][]) {
    if (name.includes('/uploads/:id')) params.id = kept._id
    const body = (validBodies[name] ?? given[name]) as never
    const { status, data } = await call<CallName>(name, { body, params, token })
    expect(status, name).toBe(calls[name].status)
    expect(JSON.stringify(data).length, name).toBeLessThan(bound)
    // posts [ post { comments [ comment { votes { upvotedBy [ user { profilePhoto
    expect(depthOf(data), name).toBeLessThanOrEqual(9)
    expect(safeParse(calls[name].reply, data).output, name).toEqual(data)
  }
}, 30_000)

test('doing the same again and again leaves answers as long as they were', async () => {
  const { call, token, round } = await busyApi()
  const sizes = async () => {
    const names = ['GET /api/users', 'GET /api/posts', 'GET /api/users/bookmark'] as const
    const answers = await Promise.all(names.map((name) => call<CallName>(name, { token })))
    return answers.map((answer) => JSON.stringify(answer.data).length)
  }
  await round()
  const once = await sizes()
  for (let times = 0; times < ROUNDS; times++) await round()
  expect(await sizes()).toEqual(once)
}, 30_000)
