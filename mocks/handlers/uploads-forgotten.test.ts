import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

async function guestApi() {
  const api = testApi()
  const { token } = await api.logIn()
  const kept = await api.upload(token)
  const { call } = api
  const post = async (imageUrl: string) =>
    (await call('POST /api/posts', { body: { content: 'Look', imageUrl }, token })).data.posts[0]
      ?._id ?? ''
  const comment = async (postId: string, imageUrl: string) => {
    const options = { params: { postId }, body: { content: 'Look', imageUrl }, token }
    return (await call('POST /api/comments/add/:postId', options)).data.comments[0]?._id ?? ''
  }
  const deletePost = (postId: string) =>
    call('DELETE /api/posts/:postId', { params: { postId }, token })
  const deleteComment = (postId: string, commentId: string) =>
    call('POST /api/comments/delete/:postId/:commentId', { params: { postId, commentId }, token })
  const setPhoto = (chosen: string) =>
    call('POST /api/users/edit', { body: { userData: { profilePhoto: { chosen } } }, token })
  const status = async () =>
    (await call('GET /api/uploads/:id', { params: { id: kept._id } })).status
  return { ...api, token, kept, post, comment, deletePost, deleteComment, setPhoto, status }
}

test('the picture of a deleted post goes with it', async () => {
  const { post, deletePost, kept, status } = await guestApi()
  await deletePost(await post(kept.url))
  expect(await status()).toBe(404)
})

test('the picture of a deleted comment goes with it, also when its post is deleted', async () => {
  const first = await guestApi()
  await first.deleteComment('1', await first.comment('1', first.kept.url))
  expect(await first.status()).toBe(404)

  const { post, comment, deletePost, kept, status } = await guestApi()
  const postId = await post('')
  await comment(postId, kept.url)
  expect(await status()).toBe(200)
  await deletePost(postId)
  expect(await status()).toBe(404)
})

test('a picture stays for as long as anything shows it', async () => {
  const { post, comment, deletePost, deleteComment, setPhoto, kept, status } = await guestApi()
  const posts = [await post(kept.url), await post(kept.url)]
  const commentId = await comment('1', kept.url)
  await setPhoto(kept.url)
  for (const postId of posts) {
    await deletePost(postId)
    expect(await status()).toBe(200)
  }
  await deleteComment('1', commentId)
  expect(await status()).toBe(200)
  await setPhoto('')
  expect(await status()).toBe(404)
})

test('a profile that is edited otherwise keeps its photo', async () => {
  const { call, token, setPhoto, kept, status } = await guestApi()
  await setPhoto(kept.url)
  await call('POST /api/users/edit', { body: { userData: { bio: 'Slow is smooth' } }, token })
  expect(await status()).toBe(200)
})

test('a picture that nothing shows yet is left for who is about to show it', async () => {
  const { post, deletePost, status } = await guestApi()
  await deletePost(await post('/seed/posts/roadster-sunset.svg'))
  expect(await status()).toBe(200)
})

test('nobody takes a picture from somebody else by showing it for a while', async () => {
  const { call, signUp, status, kept, setPhoto } = await guestApi()
  const { token } = await signUp('ada')
  await setPhoto(kept.url)
  for (const imageUrl of [kept.url, '/api/uploads/1']) {
    const body = { content: 'Mine now', imageUrl }
    const [post] = (await call('POST /api/posts', { body, token })).data.posts
    await call('DELETE /api/posts/:postId', { params: { postId: post?._id ?? '' }, token })
  }
  expect(await status()).toBe(200)
  await setPhoto('')
  expect(await status()).toBe(404)
})

test('a picture that is shown at its other address stays', async () => {
  const { post, deletePost, kept, status } = await guestApi()
  const [long, short] = [await post(kept.url), await post('/api/uploads/1')]
  await deletePost(long)
  expect(await status()).toBe(200)
  await deletePost(short)
  expect(await status()).toBe(404)
})
