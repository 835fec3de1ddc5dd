import { afterEach, expect, test, vi } from 'vitest'
import { stores } from '../testing/stores.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 5, 1)
const HOUR = 3_600_000

afterEach(() => void vi.useRealTimers())

/** The mock as a worker has it that starts at `now`: nothing of an earlier one is in its memory. */
async function startAt(now: number, store: Store) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.resetModules()
  const { testApi } = await import('../testing/api.ts')
  const api = testApi(store)
  const posts = async () => (await api.call('GET /api/posts')).data.posts.map(({ id }) => id)
  return { ...api, ...(await api.logIn()), posts }
}

test.each(stores)(
  'a post written in $medium after the clock was set back and the worker restarted is the newest',
  async ({ open }) => {
    const store = open()
    const first = await startAt(NOW, store)
    const post = await first.writePost(first.token, 'Before')
    await first.writeComment(first.token, post._id, 'Before')
    await first.signUp('ada')

    const { token, posts, writePost, writeComment, signUp, call } = await startAt(NOW - HOUR, store)
    await writePost(token, 'After')
    await writePost(token, 'After that')
    expect((await posts()).slice(0, 3)).toEqual(['8', '7', '6'])
    const page = (await call('GET /api/posts', { query: '?limit=2' })).data.posts
    expect(page.map(({ id }) => id)).toEqual(['8', '7'])
    await writeComment(token, post._id, 'After')
    const { comments } = (await call('GET /api/comments/:postId', { params: { postId: '6' } })).data
    expect(comments.map(({ content }) => content)).toEqual(['After', 'Before'])
    await signUp('bea')
    const { users } = (await call('GET /api/users')).data
    expect(users.slice(0, 2).map(({ username }) => username)).toEqual(['bea', 'ada'])
  },
)

test('a post is newer than those of a snapshot from a device whose clock is ahead', async () => {
  const { memoryStore } = await import('./adapters/memory.ts')
  const ahead = await startAt(NOW + HOUR, memoryStore())
  await ahead.writePost(ahead.token, 'From the future')
  const { data } = await ahead.call('GET /api/mock/snapshot')

  const { call, token, posts, writePost } = await startAt(NOW, memoryStore())
  await writePost(token, 'Here')
  await call('POST /api/mock/snapshot', { body: data })
  await writePost(token, 'Here again')
  expect((await posts()).slice(0, 2)).toEqual(['7', '6'])
})
