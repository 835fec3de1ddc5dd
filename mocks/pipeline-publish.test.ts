import { expect, test } from 'vitest'
import type { Changes } from '../src/contract/changes.ts'
import { memoryStore } from './data/adapters/memory.ts'
import { openDatabase } from './data/database.ts'
import { seedPosts } from './data/seed/posts.ts'
import { seedUsers } from './data/seed/users.ts'
import { testApi } from './testing/api.ts'

const [{ _id: postId }] = seedPosts
const [, , , , { _id: guestId }] = seedUsers

function subscribedApi() {
  const published: Changes[] = []
  return {
    published,
    api: testApi(memoryStore(), { publish: (changes) => published.push(changes) }),
  }
}

test('a write publishes the rows that it changed and the tab that requested it', async () => {
  const { published, api } = subscribedApi()
  const { token } = await api.logIn()
  published.length = 0
  await api.call('POST /api/posts/like/:postId', { params: { postId }, token, tab: 'tab-1' })
  expect(published).toHaveLength(1)
  expect(published[0]?.by).toBe('tab-1')
  expect(published[0]?.changes).toEqual(
    expect.arrayContaining([
      { table: 'posts', kind: 'changed', _id: postId },
      { table: 'users', kind: 'changed', _id: guestId },
    ]),
  )
})

test('a new post, its comment and their removal are published as added and removed', async () => {
  const { published, api } = subscribedApi()
  const { token } = await api.logIn()
  const written = await api.call('POST /api/posts', { body: { content: 'Hello' }, token })
  const { _id } = written.data.posts[0] ?? { _id: '' }
  const params = { postId: _id }
  const body = { content: 'Nice' }
  const commented = await api.call('POST /api/comments/add/:postId', { params, body, token })
  const comment = commented.data.comments[0]?._id
  await api.call('DELETE /api/posts/:postId', { params, token })
  expect(published.map(({ changes }) => changes)).toEqual([
    [{ table: 'posts', kind: 'added', _id }],
    [{ table: 'comments', kind: 'added', _id: comment, postId: _id }],
    expect.arrayContaining([
      { table: 'posts', kind: 'removed', _id },
      { table: 'comments', kind: 'removed', _id: comment, postId: _id },
    ]),
  ])
})

test('neither a read nor a refused write publishes anything', async () => {
  const { published, api } = subscribedApi()
  const { token } = await api.logIn()
  await api.call('GET /api/posts')
  const params = { postId }
  await api.call('POST /api/users/remove-bookmark/:postId', { params, token })
  expect(published).toEqual([])
})

test('a transaction that cleared the tables lists no changes', async () => {
  const cleared = await openDatabase(memoryStore()).write(async (tx) => {
    tx.clear()
    return tx
  })
  expect(cleared.changed).toBeUndefined()
})
