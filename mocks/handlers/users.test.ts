import { expect, test } from 'vitest'
import { seedUsers } from '../seed/users.ts'
import { testApi } from '../testing/api.ts'

test('users are listed newest first, without a token', async () => {
  const { call, signUp } = testApi()
  await signUp('ada')
  const { status, data } = await call('GET /api/users')
  expect(status).toBe(200)
  expect(data.users.map((user) => user.username)).toEqual([
    'ada',
    'guest',
    'kenji',
    'juno',
    'theo',
    'mira',
  ])
})

test('a username instead of an id returns 404', async () => {
  const { call } = testApi()
  const { status, error } = await call('GET /api/users/:id', { params: { id: 'mira' } })
  expect([status, error]).toEqual([404, ["This user doesn't exist."]])
})

test("a user's liked and bookmarked posts do not list people (R12.15)", async () => {
  const { call, logIn, readUser } = testApi()
  const { user, token } = await logIn()
  await call('POST /api/posts/like/:postId', { params: { postId: '5' }, token })
  await call('POST /api/users/bookmark/:postId', { params: { postId: '4' }, token })
  const { liked, bookmarks } = await readUser(user._id)
  expect(liked).toMatchObject([{ id: '5', username: 'mira', likes: { likeCount: 1 } }])
  expect(bookmarks).toMatchObject([{ id: '4', username: 'kenji', likes: { likeCount: 0 } }])
  expect(Object.keys(liked[0]?.likes ?? {})).toEqual(['likeCount'])
  expect(liked[0]).not.toHaveProperty('comments')
})

test('ids continue after the seeds, one at a time', async () => {
  const { signUp } = testApi()
  const ada = await signUp('ada')
  const grace = await signUp('grace')
  expect([ada.user.id, grace.user.id]).toEqual(['6', '7'])
  expect(ada.user._id < grace.user._id).toBe(true)
})

async function bookmarkApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const list = () => api.call('GET /api/users/bookmark', { token })
  const bookmark = (postId: string) =>
    api.call('POST /api/users/bookmark/:postId', { params: { postId }, token })
  const remove = (postId: string) =>
    api.call('POST /api/users/remove-bookmark/:postId', { params: { postId }, token })
  return { ...api, user, token, list, bookmark, remove }
}

test('bookmarks are complete posts, as in the feed', async () => {
  const { bookmark, readPost } = await bookmarkApi()
  const { data } = await bookmark('5')
  expect(data.bookmarks).toEqual([await readPost('5')])
  expect(data.bookmarks[0]?.comments).toHaveLength(1)
})

test("bookmarks are those of the token's user only", async () => {
  const { bookmark, call, signUp } = await bookmarkApi()
  await bookmark('1')
  const { token } = await signUp('ada')
  expect((await call('GET /api/users/bookmark', { token })).data.bookmarks).toEqual([])
})

test('a post does not show who bookmarked it', async () => {
  const { bookmark, readPost } = await bookmarkApi()
  const before = await readPost('1')
  await bookmark('1')
  expect(await readPost('1')).toEqual(before)
})

const [{ _id: MIRA }, { _id: THEO }] = seedUsers

async function followApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const follow = (id: string) => api.call('POST /api/users/follow/:id', { params: { id }, token })
  const unfollow = (id: string) =>
    api.call('POST /api/users/unfollow/:id', { params: { id }, token })
  return { ...api, user, follow, unfollow }
}

test('a follow adds each user to a list of the other', async () => {
  const { follow, user, readUser } = await followApi()
  const { status, data } = await follow(MIRA)
  expect(status).toBe(200)
  expect(data.user).toMatchObject({ username: 'guest', followers: [] })
  expect(data.user.following).toMatchObject([{ _id: MIRA, id: '1', username: 'mira' }])
  expect(data.followUser).toMatchObject({ username: 'mira', following: [] })
  expect(data.followUser.followers).toMatchObject([{ _id: user._id, username: 'guest' }])
  expect(await readUser(user._id)).toEqual(data.user)
  expect(await readUser(MIRA)).toEqual(data.followUser)
})

test('an unfollow removes each user from the list of the other', async () => {
  const { follow, unfollow, user, readUser } = await followApi()
  await follow(MIRA)
  await follow(THEO)
  const { status, data } = await unfollow(MIRA)
  expect(status).toBe(200)
  expect(data.user.following.map((other) => other._id)).toEqual([THEO])
  expect(data.followUser.followers).toEqual([])
  expect(await readUser(user._id)).toEqual(data.user)
  expect(await readUser(MIRA)).toEqual(data.followUser)
})

test('a user cannot unfollow for another user', async () => {
  const { follow, call, signUp, readUser } = await followApi()
  await follow(MIRA)
  const { token } = await signUp('ada')
  const answer = await call('POST /api/users/unfollow/:id', { params: { id: MIRA }, token })
  expect([answer.status, answer.error]).toEqual([400, ['User already not following']])
  expect((await readUser(MIRA)).followers).toHaveLength(1)
})

test('two users follow each other and one unfollows without affecting the other', async () => {
  const { follow, unfollow, logIn, call, user } = await followApi()
  const mira = await logIn(seedUsers[0])
  const params = { id: user._id }
  await follow(MIRA)
  await call('POST /api/users/follow/:id', { params, token: mira.token })
  const { data } = await unfollow(MIRA)
  expect(data.user).toMatchObject({ following: [], followers: [{ _id: MIRA }] })
  expect(data.followUser).toMatchObject({ following: [{ _id: user._id }], followers: [] })
})

test('a rename and a new photo show on old posts, comments and lists (R9.6)', async () => {
  const { call, signUp, writePost, writeComment, readPost, readUser } = testApi()
  const { user, token } = await signUp('ada')
  const post = await writePost(token, 'Before the rename')
  await writeComment(token, post._id, 'Mine')
  await call('POST /api/posts/like/:postId', { params: { postId: post._id }, token })
  await call('POST /api/users/follow/:id', { params: { id: '1' }, token })

  const userData = {
    username: 'visitor',
    profilePhoto: { chosen: 'https://pictures.test/new.webp' },
  }
  await call('POST /api/users/edit', { body: { userData }, token })
  const { default: fallback } = user.profilePhoto
  const profilePhoto = { default: fallback, chosen: 'https://pictures.test/new.webp' }
  const author = { username: 'visitor', userPhoto: 'https://pictures.test/new.webp' }
  const copy = { username: 'visitor', profilePhoto }
  expect(await readPost(post._id)).toMatchObject({
    ...author,
    comments: [author],
    likes: { likedBy: [copy] },
  })
  expect((await readUser('1')).followers).toMatchObject([copy])
  expect((await readUser(user._id)).liked).toMatchObject([author])
})
