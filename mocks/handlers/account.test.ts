import { expect, test } from 'vitest'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { testApi } from '../testing/api.ts'

const password = 'Torque#1'

/** Ada, who has done everything that is kept about a user, and mira, whose post it is about. */
async function adaApi() {
  const api = testApi()
  const { call, signUp, logIn, writePost, writeComment, upload } = api
  const { user, token } = await signUp('ada')
  const mira = await logIn({ username: 'mira', password: seedPasswords.mira })
  const post = await writePost(mira.token, 'By mira')
  const picture = await upload(token)
  const body = { content: 'By ada', imageUrl: picture.url }
  const [own] = (await call('POST /api/posts', { body, token })).data.posts
  const comment = await writeComment(token, post._id, 'Nice')
  const onPost = { params: { postId: post._id }, token }
  const params = { ...onPost.params, commentId: comment._id }
  const onMira = { params: { id: mira.user._id }, token }
  await call('POST /api/posts/like/:postId', onPost)
  await call('POST /api/comments/upvote/:postId/:commentId', { params, token })
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/users/follow/:id', onMira)
  const remove = (keepPosts: boolean, given = password) =>
    call('POST /api/account/delete', { body: { password: given, keepPosts }, token })
  return { ...api, user, token, mira, post, own, comment, picture, onMira, remove }
}

test('an export has everything that is kept about the viewer, and no password and report (R3.22)', async () => {
  const { call, token, mira, post, own, comment, onMira } = await adaApi()
  await call('POST /api/users/follow/:id', { params: { id: own?.userId ?? '' }, token: mira.token })
  await call('POST /api/users/mute/:id', onMira)
  await call('POST /api/users/report/:id', { ...onMira, body: { reason: 'spam' } })
  const { data } = await call('GET /api/account/export', { token })
  const people = [{ username: 'mira' }]
  expect(data).toMatchObject({
    profile: { username: 'ada' },
    posts: [{ _id: own?._id }],
    comments: [{ _id: comment._id, postId: post._id }],
    likedPosts: [post._id],
    upvotedComments: [comment._id],
    bookmarkedPosts: [post._id],
    ...{ following: people, followers: people, muted: people },
    notifications: [{ type: 'follow' }],
  })
  expect(JSON.stringify(data)).not.toMatch(/password|pbkdf2|report|spam/)
})

test('a deleted account takes all that it wrote and did along, and its session (R3.23)', async () => {
  const { call, token, mira, readPost, readUser, own, post, picture, remove } = await adaApi()
  expect((await remove(false, 'Torque#2')).status).toBe(401)
  expect((await remove(false)).status).toBe(200)
  expect((await call('GET /api/users/bookmark', { token })).status).toBe(404)
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.map(({ _id }) => _id)).not.toContain(own?._id)
  expect(await readPost(post._id)).toMatchObject({ likes: { likeCount: 0 }, comments: [] })
  expect((await readUser(mira.user._id)).followers).toEqual([])
  expect((await call('GET /api/uploads/:id', { params: { id: picture._id } })).status).toBe(404)
  const bell = await call('GET /api/notifications', { token: mira.token })
  // Only that of a seeded comment.
  expect(bell.data.notifications.map(({ by }) => by[0]?.username)).toEqual(['juno'])
})

test('what it wrote and likes stays on request, as that of a former member (R3.23)', async () => {
  const { readPost, own, post, remove } = await adaApi()
  await remove(true)
  const former = { firstName: 'Former member' }
  expect(await readPost(own?._id ?? '')).toMatchObject(former)
  expect(await readPost(post._id)).toMatchObject({
    likes: { likeCount: 1, likedBy: [former] },
    comments: [{ content: 'Nice', ...former, votes: { upvotedBy: [former] } }],
  })
})

test('the guest and the last account cannot be deleted (R3.23)', async () => {
  const { call, logIn, signUp } = testApi()
  const { token } = await logIn()
  const body = { password: 'Pitlane#66' }
  expect((await call('POST /api/account/delete', { body, token })).status).toBe(400)
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const last = await signUp('ada')
  const options = { body: { password }, token: last.token }
  expect((await call('POST /api/account/delete', options)).status).toBe(400)
})
