import { expect, test } from 'vitest'
import { succeed } from './client.ts'
import { newcomer, readPost, readUser, scene } from './scene.ts'

const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id)

test('a like counts, names the user, and stands in their liked list', async () => {
  const { post, onPost } = await scene()
  const fan = await newcomer()
  await succeed('POST /api/posts/like/:postId', { ...onPost, token: fan.token })
  const { likes } = await readPost(post._id)
  expect([likes.likeCount, ids(likes.likedBy), likes.dislikedBy]).toEqual([1, [fan.user._id], []])
  expect(ids((await readUser(fan)).liked)).toEqual([post._id])
})

test('a dislike takes the like back and names the user', async () => {
  const { post, onPost } = await scene()
  const fan = await newcomer()
  const options = { ...onPost, token: fan.token }
  await succeed('POST /api/posts/like/:postId', options)
  const { liked } = await succeed('POST /api/posts/dislike/:postId', options)
  expect(liked).toEqual([])
  const { likes } = await readPost(post._id)
  expect([likes.likeCount, likes.likedBy, ids(likes.dislikedBy)]).toEqual([0, [], [fan.user._id]])
  await succeed('POST /api/posts/like/:postId', options)
  expect((await readPost(post._id)).likes.dislikedBy).toEqual([])
})

test('a dislike lowers the count even if its user never liked the post', async () => {
  const { post, onPost, reader, stranger } = await scene()
  await succeed('POST /api/posts/like/:postId', { ...onPost, token: reader.token })
  await succeed('POST /api/posts/dislike/:postId', { ...onPost, token: stranger.token })
  const { likeCount, likedBy } = (await readPost(post._id)).likes
  expect([likeCount, ids(likedBy)]).toEqual([0, [reader.user._id]])
})
