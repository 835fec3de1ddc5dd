import { expect, test } from 'vitest'
import { memoryStore } from '../data/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { contentsOf } from '../testing/stores.ts'

async function guestApi() {
  const store = memoryStore()
  const api = testApi(store)
  const { user, token } = await api.logIn()
  const post = await api.writePost(token, 'Sold the bike')
  const remove = (postId: string) =>
    api.call('DELETE /api/posts/:postId', { params: { postId }, token })
  return { ...api, store, user, token, post, remove }
}

test('a deleted post is gone from every list', async () => {
  const { call, remove, post } = await guestApi()
  const { status, data } = await remove(post._id)
  expect(status).toBe(201)
  expect(data.posts.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1'])
  expect((await call('GET /api/posts')).data).toEqual(data)
  const own = await call('GET /api/posts/user/:username', { params: { username: 'guest' } })
  expect(own.data.posts).toEqual([])
  for (const postId of [post._id, post.id]) {
    expect((await call('GET /api/posts/:postId', { params: { postId } })).status).toBe(404)
  }
})

test('only its author deletes a post', async () => {
  const { remove, readPost } = await guestApi()
  const before = await readPost('5')
  const { status, error } = await remove('5')
  expect([status, error]).toEqual([
    400,
    ["Cannot delete a Post doesn't belong to the logged in User."],
  ])
  expect(await readPost('5')).toEqual(before)
})

test('a post is deleted once', async () => {
  const { remove, post } = await guestApi()
  await remove(post._id)
  const { status, error } = await remove(post._id)
  expect([status, error]).toEqual([404, ['There is no such post. It may have been deleted.']])
})

test('a deleted post leaves the bookmarks and likes of everybody', async () => {
  const { call, remove, post, token, signUp, readUser } = await guestApi()
  const ada = await signUp('ada')
  for (const by of [token, ada.token]) {
    await call('POST /api/users/bookmark/:postId', { params: { postId: '1' }, token: by })
    await call('POST /api/posts/like/:postId', { params: { postId: '2' }, token: by })
  }
  // One of them only likes it, the other only has it bookmarked.
  await call('POST /api/posts/like/:postId', { params: { postId: post._id }, token })
  const byAda = { params: { postId: post._id }, token: ada.token }
  await call('POST /api/users/bookmark/:postId', byAda)
  await remove(post._id)
  for (const id of ['5', ada.user._id]) {
    const user = await readUser(id)
    expect(user.bookmarks.map((other) => other.id)).toEqual(['1'])
    expect(user.liked.map((other) => other.id)).toEqual(['2'])
  }
  const { bookmarks } = (await call('GET /api/users/bookmark', { token: ada.token })).data
  expect(bookmarks.map((other) => other.id)).toEqual(['1'])
})

test('a deleted post takes its comments along and leaves those of other posts', async () => {
  const { call, remove, post, token, writeComment } = await guestApi()
  const comment = await writeComment(token, post._id, 'Miss it already')
  await remove(post._id)
  const onIt = await call('GET /api/comments/:postId', { params: { postId: post._id } })
  expect(onIt.status).toBe(404)
  const params = { postId: '5', commentId: comment._id }
  const vote = await call('POST /api/comments/upvote/:postId/:commentId', { params, token })
  expect(vote.error).toEqual(['There is no such comment. It may have been deleted.'])
  const onOther = await call('GET /api/comments/:postId', { params: { postId: '5' } })
  expect(onOther.data.comments).toHaveLength(1)
})

test('nothing in the store names a deleted post', async () => {
  const { call, remove, post, token, signUp, store, writeComment } = await guestApi()
  const ada = await signUp('ada')
  const onPost = { params: { postId: post._id }, token: ada.token }
  await writeComment(token, post._id, 'Miss it already')
  // Each user has it on one list only: a name left on either would show.
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/posts/like/:postId', { ...onPost, token })
  expect(JSON.stringify(await contentsOf(store))).toContain(post._id)
  await remove(post._id)
  expect(JSON.stringify(await contentsOf(store))).not.toContain(post._id)
})

test('a post after a deleted one gets a number of its own', async () => {
  const { remove, post, token, writePost } = await guestApi()
  await remove(post._id)
  expect((await writePost(token, 'Bought another')).id).toBe('7')
})
