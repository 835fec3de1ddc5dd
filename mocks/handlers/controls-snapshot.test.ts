import { expect, test } from 'vitest'
import type { Reply } from '../../src/contract/calls.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { busyApi } from '../testing/busy-api.ts'
import { contentsOf, stores } from '../testing/stores.ts'

type Snapshot = Reply<'GET /api/mock/snapshot'>

const ADA = { username: 'ada', password: 'Torque#1' }

/** An API with a sign-up, bonds of every kind and a deleted post, and its snapshot as it was sent. */
async function snapshotApi(store = memoryStore()) {
  const api = testApi(store)
  const { call } = api
  const { token, user } = await api.signUp('ada')
  const post = await api.writePost(token, 'Kept')
  await api.writeComment(token, post._id, 'Kept too')
  const gone = await api.writePost(token, 'Not kept')
  const onPost = { params: { postId: post._id }, token }
  await call('POST /api/posts/like/:postId', onPost)
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/users/follow/:id', { params: { id: '1' }, token })
  await call('DELETE /api/posts/:postId', { params: { postId: gone._id }, token })
  await call('POST /api/mock/settings', { body: { delay: 0 } })
  const text = await (await api.send('/api/mock/snapshot')).text()
  return { ...api, store, token, user, text, snapshot: JSON.parse(text) as Snapshot }
}

test.each(stores)(
  'a snapshot put back after a reset leaves $medium as it was',
  async ({ open }) => {
    const { call, store, text } = await snapshotApi(open())
    const before = await contentsOf(store)
    await call('POST /api/mock/reset', { body: { seed: { users: 9, posts: 20 } } })
    const { status, data } = await call('POST /api/mock/snapshot', { text })
    expect(status).toBe(200)
    expect(data.counts).toEqual({ users: 6, posts: 6, comments: 2 })
    expect(await contentsOf(store)).toEqual(before)
  },
)

test('a snapshot of what many people did comes back the same', async () => {
  const { call, round, comment } = await busyApi()
  await round()
  await comment()
  const { data } = await call('GET /api/mock/snapshot')
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  await call('POST /api/mock/snapshot', { body: data })
  expect((await call('GET /api/mock/snapshot')).data).toEqual(data)
})

test('a snapshot of one device works on another, where people log in anew', async () => {
  const { text, token } = await snapshotApi()
  const other = testApi()
  expect((await other.call('POST /api/mock/snapshot', { text })).status).toBe(200)
  expect(
    (await other.call('POST /api/auth/verify', { body: { encodedToken: token } })).status,
  ).toBe(401)
  expect((await other.logIn(ADA)).user.bookmarks).toHaveLength(1)
  const next = await other.writePost((await other.logIn(ADA)).token, 'Next')
  expect(next.id).toBe('8')
})

test('sessions outlive it where their users do', async () => {
  const { call, text, token } = await snapshotApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  await call('POST /api/mock/snapshot', { text })
  expect((await call('POST /api/auth/verify', { body: { encodedToken: token } })).status).toBe(200)
})

test('a snapshot carries the hash of a password that somebody set, and no key', async () => {
  const { text, snapshot } = await snapshotApi()
  expect(text).not.toContain(ADA.password)
  expect(snapshot.users.find((user) => user.username === 'ada')?.password).toMatch(/^pbkdf2\$/)
  expect(Object.keys(snapshot).sort()).toEqual([
    'comments',
    'posts',
    'sequences',
    'uploads',
    'users',
    'version',
  ])
  expect(text).not.toMatch(/token/i)
})
