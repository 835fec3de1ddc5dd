import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { momentAfter, uuidAt } from '../store/ids.ts'
import { testApi } from '../testing/api.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }))
afterEach(() => void vi.useRealTimers())

/** A club, which takes writes that were made earlier. Keys name them. */
async function clubApi() {
  const api = testApi(undefined, {}, { origin: 'late' })
  const { token } = await api.logIn()
  const keyOf = (minutesAgo: number) => uuidAt(momentAfter('', Date.now() - minutesAgo * MINUTE))
  const write = async (minutesAgo: number) => {
    const options = { body: { content: 'From the field' }, token, key: keyOf(minutesAgo) }
    const { data } = await api.call('POST /api/posts', { ...options, prefer: 'return=minimal' })
    return data.posts[0]
  }
  const comment = async (minutesAgo: number) => {
    const params = { postId: '1' }
    const options = { params, body: { content: 'Hi' }, token, key: keyOf(minutesAgo) }
    return (await api.call('POST /api/comments/add/:postId', options)).data.comments
  }
  return { ...api, token, keyOf, write, comment }
}

const at = (text = '') => Date.parse(text)

test('a post and a comment that arrive more than an hour after their time have the time of arrival (R4.18)', async () => {
  const { write, comment } = await clubApi()
  const post = await write(24 * 60)
  expect(at(post?.createdAt)).toBe(NOON - 24 * 60 * MINUTE)
  expect(at(post?.arrivedAt)).toBe(NOON)
  const late = (await comment(61)).find(({ content }) => content === 'Hi')
  expect([at(late?.createdAt), at(late?.arrivedAt)]).toEqual([NOON - 61 * MINUTE, NOON])
})

test('a post that arrives within the hour, or is made here, has none', async () => {
  const { write } = await clubApi()
  for (const minutes of [0, 1, 60]) expect(await write(minutes)).not.toHaveProperty('arrivedAt')
})

test('the time of arrival stays with edits and snapshots, and is in lists', async () => {
  const { write, call, token } = await clubApi()
  const { _id: postId = '', arrivedAt } = (await write(90)) ?? {}
  const params = { postId }
  await call('POST /api/posts/edit/:postId', { params, body: { content: 'Edited' }, token })
  const snapshot = (await call('GET /api/mock/snapshot')).data
  expect((await call('POST /api/mock/snapshot', { body: snapshot })).status).toBe(200)
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.find(({ _id }) => _id === postId)).toMatchObject({ content: 'Edited', arrivedAt })
})

test('an edit is later than what it edits, whatever time its key names (R4.17)', async () => {
  const { write, comment, call, token, keyOf } = await clubApi()
  const post = await write(0)
  const params = { postId: post?._id ?? '' }
  const edit = async (content: string, minutesAgo: number) => {
    const options = { params, body: { content }, token, key: keyOf(minutesAgo) }
    const { data } = await call('POST /api/posts/edit/:postId', options)
    return at(data.posts.find(({ _id }) => _id === params.postId)?.updatedAt)
  }
  expect([await edit('a', 0), await edit('b', 0), await edit('c', 600)]).toEqual([
    NOON + 1_000,
    NOON + 2_000,
    NOON + 3_000,
  ])
  vi.setSystemTime(NOON + 9_500)
  expect(await edit('d', 0)).toBe(NOON + 9_000)

  const [written] = await comment(0)
  const on = { postId: '1', commentId: written?._id ?? '' }
  const options = { params: on, body: { content: 'Hello' }, token, key: keyOf(0) }
  const [edited] = (await call('POST /api/comments/edit/:postId/:commentId', options)).data.comments
  expect(at(edited?.updatedAt)).toBe(at(written?.updatedAt) + 1_000)
})

test('an edit of a profile is later, too', async () => {
  const { call, signUp } = await clubApi()
  const { user, token } = await signUp('ada')
  const { data } = await call('POST /api/users/edit', { body: { userData: { bio: 'Hi' } }, token })
  expect(at(data.user.updatedAt)).toBe(at(user.createdAt) + 1_000)
})
