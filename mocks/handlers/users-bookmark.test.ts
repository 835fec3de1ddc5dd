import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const list = () => api.call('GET /api/users/bookmark', { token })
  const bookmark = (postId: string) =>
    api.call('POST /api/users/bookmark/:postId', { params: { postId }, token })
  const remove = (postId: string) =>
    api.call('POST /api/users/remove-bookmark/:postId', { params: { postId }, token })
  return { ...api, user, token, list, bookmark, remove }
}

const idsOf = (posts: { id: string }[]) => posts.map((post) => post.id)

test('a new user has no bookmarks', async () => {
  const { status, data } = await (await guestApi()).list()
  expect(status).toBe(200)
  expect(data).toEqual({ bookmarks: [] })
})

test('a bookmarked post stands first among the bookmarks', async () => {
  const { bookmark, list } = await guestApi()
  await bookmark('2')
  const { status, data } = await bookmark('1')
  expect(status).toBe(200)
  expect(idsOf(data.bookmarks)).toEqual(['1', '2'])
  expect((await list()).data).toEqual(data)
})

test('bookmarks are whole posts, as the feed has them', async () => {
  const { bookmark, readPost } = await guestApi()
  const { data } = await bookmark('5')
  expect(data.bookmarks).toEqual([await readPost('5')])
  expect(data.bookmarks[0]?.comments).toHaveLength(1)
})

test('a bookmark taken back is gone, the others stay', async () => {
  const { bookmark, remove, list } = await guestApi()
  for (const id of ['1', '2', '3']) await bookmark(id)
  const { status, data } = await remove('2')
  expect(status).toBe(200)
  expect(idsOf(data.bookmarks)).toEqual(['3', '1'])
  expect((await list()).data).toEqual(data)
})

test('a second bookmark of the same post is refused, by _id and by id', async () => {
  const { bookmark, list, readPost } = await guestApi()
  await bookmark('1')
  for (const id of ['1', (await readPost('1'))._id]) {
    const { status, error } = await bookmark(id)
    expect([status, error]).toEqual([400, ['This Post is already bookmarked']])
  }
  expect((await list()).data.bookmarks).toHaveLength(1)
})

test('taking back a bookmark that is not there is refused', async () => {
  const { bookmark, remove, list } = await guestApi()
  await bookmark('1')
  const { status, error } = await remove('2')
  expect([status, error]).toEqual([400, ['Post not bookmarked yet']])
  expect((await list()).data.bookmarks).toHaveLength(1)
})

test('bookmarks are those of the token and of nobody else', async () => {
  const { bookmark, call, signUp } = await guestApi()
  await bookmark('1')
  const { token } = await signUp('ada')
  expect((await call('GET /api/users/bookmark', { token })).data.bookmarks).toEqual([])
})

test('a bookmark does not show on the post who took it', async () => {
  const { bookmark, readPost } = await guestApi()
  const before = await readPost('1')
  await bookmark('1')
  expect(await readPost('1')).toEqual(before)
})
