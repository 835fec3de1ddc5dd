import { expect, test } from 'vitest'
import type { Changes } from '../src/contract/changes.ts'
import { memoryStore } from './data/adapters/memory.ts'
import { openDatabase } from './data/database.ts'
import { seedPosts } from './data/seed/posts.ts'
import { seedUsers } from './data/seed/users.ts'
import { testApi } from './testing/api.ts'

const [{ _id: postId }] = seedPosts
const [, , , , { _id: guestId }] = seedUsers

function listeningApi() {
  const heard: Changes[] = []
  return { heard, api: testApi(memoryStore(), { announce: (changes) => heard.push(changes) }) }
}

test('a write tells which rows it changed, and in whose name', async () => {
  const { heard, api } = listeningApi()
  const { token } = await api.logIn()
  heard.length = 0
  await api.call('POST /api/posts/like/:postId', { params: { postId }, token, tab: 'tab-1' })
  expect(heard).toHaveLength(1)
  expect(heard[0]?.by).toBe('tab-1')
  expect(heard[0]?.changes).toEqual(
    expect.arrayContaining([
      { table: 'posts', kind: 'changed', _id: postId },
      { table: 'users', kind: 'changed', _id: guestId },
    ]),
  )
})

test('a new post, its comment and their removal are told as such', async () => {
  const { heard, api } = listeningApi()
  const { token } = await api.logIn()
  const written = await api.call('POST /api/posts', { body: { content: 'Hello' }, token })
  const { _id } = written.data.posts[0] ?? { _id: '' }
  const params = { postId: _id }
  const body = { content: 'Nice' }
  const commented = await api.call('POST /api/comments/add/:postId', { params, body, token })
  const comment = commented.data.comments[0]?._id
  await api.call('DELETE /api/posts/:postId', { params, token })
  expect(heard.map(({ changes }) => changes)).toEqual([
    [{ table: 'posts', kind: 'added', _id }],
    [{ table: 'comments', kind: 'added', _id: comment, postId: _id }],
    expect.arrayContaining([
      { table: 'posts', kind: 'removed', _id },
      { table: 'comments', kind: 'removed', _id: comment, postId: _id },
    ]),
  ])
})

test('nothing is told of a read, nor of a write that was refused', async () => {
  const { heard, api } = listeningApi()
  const { token } = await api.logIn()
  await api.call('GET /api/posts')
  const params = { postId }
  await api.call('POST /api/users/remove-bookmark/:postId', { params, token })
  expect(heard).toEqual([])
})

test('a transaction that cleared the tables lists nothing: all may have changed', async () => {
  const cleared = await openDatabase(memoryStore()).write(async (tx) => {
    tx.clear()
    return tx
  })
  expect(cleared.changed).toBeUndefined()
})
