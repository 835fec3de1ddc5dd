import { expect, test } from 'vitest'
import { seedUsers } from '../data/seed/users.ts'
import { testApi } from '../testing/api.ts'

const [{ _id: MIRA }, { _id: THEO }] = seedUsers

async function guestApi() {
  const api = testApi()
  const { user, token } = await api.logIn()
  const follow = (id: string) => api.call('POST /api/users/follow/:id', { params: { id }, token })
  const unfollow = (id: string) =>
    api.call('POST /api/users/unfollow/:id', { params: { id }, token })
  return { ...api, user, follow, unfollow }
}

test('a follow puts each user on a list of the other', async () => {
  const { follow, user, readUser } = await guestApi()
  const { status, data } = await follow(MIRA)
  expect(status).toBe(200)
  expect(data.user).toMatchObject({ username: 'guest', followers: [] })
  expect(data.user.following).toMatchObject([{ _id: MIRA, id: '1', username: 'mira' }])
  expect(data.followUser).toMatchObject({ username: 'mira', following: [] })
  expect(data.followUser.followers).toMatchObject([{ _id: user._id, username: 'guest' }])
  expect(await readUser(user._id)).toEqual(data.user)
  expect(await readUser(MIRA)).toEqual(data.followUser)
})

test('an unfollow takes each user off the list of the other', async () => {
  const { follow, unfollow, user, readUser } = await guestApi()
  await follow(MIRA)
  await follow(THEO)
  const { status, data } = await unfollow(MIRA)
  expect(status).toBe(200)
  expect(data.user.following.map((other) => other._id)).toEqual([THEO])
  expect(data.followUser.followers).toEqual([])
  expect(await readUser(user._id)).toEqual(data.user)
  expect(await readUser(MIRA)).toEqual(data.followUser)
})

test('following somebody twice is refused, by _id and by id', async () => {
  const { follow, readUser } = await guestApi()
  await follow(MIRA)
  for (const id of [MIRA, '1']) {
    const { status, error } = await follow(id)
    expect([status, error]).toEqual([400, ['User Already following']])
  }
  expect((await readUser(MIRA)).followers).toHaveLength(1)
})

test('unfollowing somebody who is not followed is refused', async () => {
  const { unfollow } = await guestApi()
  const { status, error } = await unfollow(MIRA)
  expect([status, error]).toEqual([400, ['User already not following']])
})

test('nobody unfollows for another', async () => {
  const { follow, call, signUp, readUser } = await guestApi()
  await follow(MIRA)
  const { token } = await signUp('ada')
  const answer = await call('POST /api/users/unfollow/:id', { params: { id: MIRA }, token })
  expect([answer.status, answer.error]).toEqual([400, ['User already not following']])
  expect((await readUser(MIRA)).followers).toHaveLength(1)
})

test('following oneself is refused, by _id and by id', async () => {
  const { follow, user, readUser } = await guestApi()
  for (const id of [user._id, user.id]) {
    const { status, error } = await follow(id)
    expect([status, error]).toEqual([400, ['You cannot follow yourself.']])
  }
  expect(await readUser(user._id)).toEqual(user)
})

test('two users follow each other and one unfollows without the other', async () => {
  const { follow, unfollow, logIn, call, user } = await guestApi()
  const mira = await logIn(seedUsers[0])
  const params = { id: user._id }
  await follow(MIRA)
  await call('POST /api/users/follow/:id', { params, token: mira.token })
  const { data } = await unfollow(MIRA)
  expect(data.user).toMatchObject({ following: [], followers: [{ _id: MIRA }] })
  expect(data.followUser).toMatchObject({ following: [{ _id: user._id }], followers: [] })
})

test('users within lists are one level deep', async () => {
  const { follow } = await guestApi()
  const { data } = await follow(MIRA)
  const lists = ['followers', 'following', 'bookmarks', 'liked']
  for (const copy of [...data.user.following, ...data.followUser.followers]) {
    for (const list of lists) expect(copy).not.toHaveProperty(list)
  }
})
