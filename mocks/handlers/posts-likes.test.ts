import { expect, test } from 'vitest'
import { seedUsers } from '../data/seed/users.ts'
import { testApi } from '../testing/api.ts'

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const mira = await api.logIn(seedUsers[0])
  const like = (postId: string, by = token) =>
    api.call('POST /api/posts/like/:postId', { params: { postId }, token: by })
  const dislike = (postId: string, by = token) =>
    api.call('POST /api/posts/dislike/:postId', { params: { postId }, token: by })
  /** Who likes and dislikes a post, and how many likes it counts. */
  const likesOf = async (id: string) => {
    const { likeCount, likedBy, dislikedBy } = (await api.readPost(id)).likes
    const names = (users: { username: string }[]) => users.map(({ username }) => username)
    return [likeCount, names(likedBy), names(dislikedBy)]
  }
  return { ...api, user, token, mira, like, dislike, likesOf }
}

test('a like counts one up and names who likes', async () => {
  const { like, likesOf, mira } = await guestApi()
  const { status, data } = await like('1')
  expect(status).toBe(201)
  expect(data.posts).toHaveLength(5)
  expect(data.posts.at(-1)?.likes).toMatchObject({ likeCount: 1, likedBy: [{ id: '5' }] })
  await like('1', mira.token)
  expect(await likesOf('1')).toEqual([2, ['guest', 'mira'], []])
})

test('liked posts are answered newest like first and kept on the user', async () => {
  const { like, user, readPost, readUser } = await guestApi()
  await like('3')
  const { data } = await like('1')
  expect(data.liked).toEqual([await readPost('1'), await readPost('3')])
  expect((await readUser(user._id)).liked.map((post) => post.id)).toEqual(['3', '1'])
})

test('a second like is refused', async () => {
  const { like, likesOf } = await guestApi()
  await like('1')
  const { status, error } = await like('1')
  expect([status, error]).toEqual([400, ['Cannot like a post that is already liked. ']])
  expect(await likesOf('1')).toEqual([1, ['guest'], []])
})

test('a dislike takes the like back', async () => {
  const { like, dislike, likesOf, user, readUser } = await guestApi()
  await like('1')
  await like('2')
  const { status, data } = await dislike('1')
  expect(status).toBe(201)
  expect(data.posts).toHaveLength(5)
  expect(data.liked.map((post) => post.id)).toEqual(['2'])
  expect(await likesOf('1')).toEqual([0, [], ['guest']])
  expect((await readUser(user._id)).liked.map((post) => post.id)).toEqual(['2'])
})

test('a post without likes cannot be disliked', async () => {
  const { dislike, likesOf } = await guestApi()
  const { status, error } = await dislike('1')
  expect([status, error]).toEqual([400, ['Cannot decrement like less than 0.']])
  expect(await likesOf('1')).toEqual([0, [], []])
})

test('somebody who never liked a post may dislike it while it has likes', async () => {
  const { like, dislike, likesOf, mira, readUser } = await guestApi()
  await like('1')
  expect((await dislike('1', mira.token)).status).toBe(201)
  expect(await likesOf('1')).toEqual([0, ['guest'], ['mira']])
  expect((await readUser('5')).liked).toHaveLength(1)
})

test('a second dislike is refused', async () => {
  const { like, dislike, likesOf, mira } = await guestApi()
  await like('1')
  await like('1', mira.token)
  await dislike('1')
  const { status, error } = await dislike('1')
  expect([status, error]).toEqual([400, ['Cannot dislike a post that is already disliked. ']])
  expect(await likesOf('1')).toEqual([1, ['mira'], ['guest']])
})

test('the refusal of a count below 0 comes before that of a second dislike', async () => {
  const { like, dislike } = await guestApi()
  await like('1')
  await dislike('1')
  const { status, error } = await dislike('1')
  expect([status, error]).toEqual([400, ['Cannot decrement like less than 0.']])
})

test('a like after a dislike takes the dislike back', async () => {
  const { like, dislike, likesOf } = await guestApi()
  await like('1')
  await dislike('1')
  expect((await like('1')).status).toBe(201)
  expect(await likesOf('1')).toEqual([1, ['guest'], []])
})

test('a like leaves text, time and place of a post alone', async () => {
  const { like, readPost } = await guestApi()
  const { likes: _before, ...before } = await readPost('1')
  await like('1')
  const { likes: _after, ...after } = await readPost('1')
  expect(after).toEqual(before)
})
