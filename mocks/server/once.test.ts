import { expect, test, vi } from 'vitest'
import { testApi } from '../testing/api.ts'

const body = { content: 'Sent once' }

test('a write that comes again under its key is done once, and answered as it was', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const write = (key: string) =>
    call('POST /api/posts', { body, token, key, prefer: 'return=minimal' })
  const first = await write('a')
  const again = await write('a')
  expect([again.status, again.data]).toEqual([first.status, first.data])
  expect((await write('b')).data).not.toEqual(first.data)
  const { data } = await call('GET /api/posts')
  expect(data.posts.filter(({ content }) => content === body.content)).toHaveLength(2)
})

test('a like that comes again under its key is no second like', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const like = { params: { postId: '1' }, token, key: 'like' }
  const first = await call('POST /api/posts/like/:postId', like)
  const again = await call('POST /api/posts/like/:postId', like)
  expect([again.status, again.data]).toEqual([201, first.data])
})

test('the same key of somebody else, or for another call, is another write', async () => {
  const { call, logIn, signUp } = testApi()
  const { token } = await logIn()
  const ada = await signUp('ada')
  const mine = await call('POST /api/posts', { body, token, key: 'a' })
  const hers = await call('POST /api/posts', { body, token: ada.token, key: 'a' })
  expect(hers.data.posts[0]?.username).toBe('ada')
  expect(hers.data.posts[0]?._id).not.toBe(mine.data.posts[0]?._id)
  const params = { postId: '1' }
  const bookmark = await call('POST /api/users/bookmark/:postId', { params, token, key: 'a' })
  expect(bookmark.data.bookmarks).toHaveLength(1)
})

test('a refused write is tried anew under its key', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const params = { postId: '1' }
  const remove = () => call('POST /api/users/remove-bookmark/:postId', { params, token, key: 'a' })
  expect((await remove()).status).toBe(400)
  await call('POST /api/users/bookmark/:postId', { params, token })
  expect((await remove()).status).toBe(200)
})

test('other tabs are told of a write again, since its first worker may not have lived to tell', async () => {
  const announce = vi.fn()
  const { call, logIn } = testApi(undefined, { announce })
  const { token } = await logIn()
  const write = () => call('POST /api/posts', { body, token, key: 'a', tab: 'me' })
  await write()
  await write()
  expect(announce).toHaveBeenCalledTimes(2)
  expect(announce).toHaveBeenLastCalledWith({ by: 'me', changes: undefined })
})
