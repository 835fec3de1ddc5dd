import type { GenericSchema } from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { callNames, prepare } from '../examples.ts'

const prefer = 'return=minimal'

/** How much of each list every write changes. */
const changes: [CallName, Record<string, number>][] = [
  ['POST /api/posts', { posts: 1 }],
  ['POST /api/posts/edit/:postId', { posts: 1 }],
  ['DELETE /api/posts/:postId', { posts: 0 }],
  ['POST /api/posts/like/:postId', { posts: 1, liked: 1 }],
  ['POST /api/posts/dislike/:postId', { posts: 1, liked: 0 }],
  ['POST /api/users/bookmark/:postId', { bookmarks: 1 }],
  ['POST /api/users/remove-bookmark/:postId', { bookmarks: 0 }],
  ['POST /api/comments/add/:postId', { comments: 1 }],
  ['POST /api/comments/edit/:postId/:commentId', { comments: 1 }],
  ['POST /api/comments/delete/:postId/:commentId', { comments: 0 }],
  ['POST /api/comments/upvote/:postId/:commentId', { comments: 1 }],
  ['POST /api/comments/downvote/:postId/:commentId', { comments: 1 }],
]

test.each(changes)('%s answers only what it changed when asked to', async (name, counts) => {
  const { ask, call } = await prepare(name)
  const { status, headers, data } = await ask({ prefer })
  expect(status).toBe(calls[name].status)
  expect(headers.get('Preference-Applied')).toBe(prefer)

  const lists = Object.entries(data) as [string, { _id: string }[]][]
  expect(Object.fromEntries(lists.map(([key, list]) => [key, list.length]))).toEqual(counts)
  const { posts } = (await call('GET /api/posts')).data
  const later = [...posts, ...posts.flatMap((post) => post.comments)]
  for (const item of lists.flatMap(([, list]) => list)) expect(later).toContainEqual(item)
})

test.each(changes)('%s answers whole lists unless asked for less', async (name, counts) => {
  const { ask } = await prepare(name)
  const { headers, data } = await ask({ prefer: 'respond-async' })
  expect(headers.has('Preference-Applied')).toBe(false)
  expect(Object.keys(data)).toEqual(Object.keys(counts))
  if (name.includes('/posts')) expect(data).toHaveProperty('posts.length', POSTS_AFTER[name] ?? 6)
})

const POSTS_AFTER: Record<string, number> = {
  'POST /api/posts': 7,
  'DELETE /api/posts/:postId': 5,
}

const entriesOf = (schema: GenericSchema) => ('entries' in schema ? Object(schema.entries) : {})

test('every write that answers lists can answer less', () => {
  const answersLists = (name: CallName) =>
    ['posts', 'bookmarks', 'comments'].some((key) => key in entriesOf(calls[name].reply))
  const writes = callNames.filter((name) => !name.startsWith('GET') && answersLists(name))
  expect(changes.map(([name]) => name).sort()).toEqual(writes.sort())
})

test('a minimal delete removes the post as a full one does', async () => {
  const { ask, call, post } = await prepare('DELETE /api/posts/:postId')
  await ask({ prefer })
  expect((await call('GET /api/posts/:postId', { params: { postId: post._id } })).status).toBe(404)
})

test('a minimal answer to a like leaves the other liked posts out', async () => {
  const { call, token, ask } = await prepare('POST /api/posts/like/:postId')
  await call('POST /api/posts/like/:postId', { params: { postId: '1' }, token })
  const { data } = await ask({ prefer: 'wait=10, return=minimal' })
  expect(data).toHaveProperty('liked.length', 1)
  const { user } = (await call('GET /api/users/:id', { params: { id: '5' } })).data
  expect(user.liked).toHaveLength(2)
})

test.each(callNames.filter((name) => name.startsWith('GET')))(
  '%s answers in full whatever is preferred',
  async (name) => {
    const { ask } = await prepare(name)
    const { headers, data } = await ask({ prefer })
    expect(headers.has('Preference-Applied')).toBe(false)
    expect(data).toEqual((await ask()).data)
  },
)

test('a refusal is the same when a minimal answer is preferred', async () => {
  const { call, ada, post } = await prepare('POST /api/posts/like/:postId')
  const answer = await call('POST /api/posts/like/:postId', {
    params: { postId: post._id },
    token: ada.token,
    prefer,
  })
  expect(answer.error).toEqual(['Cannot like a post that is already liked. '])
  expect(answer.headers.has('Preference-Applied')).toBe(false)
})

test('a control of the mock knows no minimal reply', async () => {
  const { ask } = await prepare('POST /api/mock/settings')
  expect((await ask({ prefer })).headers.has('Preference-Applied')).toBe(false)
})
