import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { isUuid } from '../store/ids.ts'
import { testApi } from '../testing/api.ts'
import { seedPosts } from './posts.ts'
import { seedUsers } from './users.ts'

test('there are 5 users, the guest among them, with empty lists (R15.6)', async () => {
  const { users } = (await testApi().call('GET /api/users')).data
  expect(users).toHaveLength(5)
  expect(users.map((user) => user.username)).toContain(guest.username)
  for (const user of users) {
    expect(user).toMatchObject({ followers: [], following: [], bookmarks: [], liked: [] })
  }
})

test('there are 5 posts and only the newest has a comment (R15.6)', async () => {
  const { posts } = (await testApi().call('GET /api/posts')).data
  expect(posts.map((post) => post.comments.length)).toEqual([1, 0, 0, 0, 0])
  expect(posts[0]?.comments[0]?.votes).toEqual({ upvotedBy: [], downvotedBy: [] })
  for (const post of posts) {
    expect(post.likes).toEqual({ likeCount: 0, likedBy: [], dislikedBy: [] })
  }
})

test('every post and comment has an author among the users', async () => {
  const { posts } = (await testApi().call('GET /api/posts')).data
  const usernames = seedUsers.map((user) => user.username)
  for (const content of [...posts, ...posts.flatMap((post) => post.comments)]) {
    expect(usernames).toContain(content.username)
    expect(content.userPhoto).not.toBe('')
  }
})

test('posts are in the past, sorted by their ids', async () => {
  const { posts } = (await testApi().call('GET /api/posts')).data
  const times = posts.map((post) => Date.parse(post.createdAt))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(new Set(times).size).toBe(5)
  expect(times[0]).toBeLessThan(Date.now())
  expect(Date.parse(posts[0]?.comments[0]?.createdAt ?? '')).toBeGreaterThan(times[0] ?? 0)
  const ids = posts.map((post) => post._id)
  expect(ids).toEqual(ids.toSorted().reverse())
})

test('every user is older than the first post', async () => {
  const { call } = testApi()
  const { posts } = (await call('GET /api/posts')).data
  for (const user of (await call('GET /api/users')).data.users) {
    expect(Date.parse(user.createdAt)).toBeLessThan(Date.parse(posts.at(-1)?.createdAt ?? ''))
  }
})

test('every seeded row has an _id that sorts before those of new rows', async () => {
  const comments = seedPosts.flatMap((post) => ('comment' in post ? [post.comment] : []))
  const ids = [...seedUsers, ...seedPosts, ...comments].map((row) => row._id)
  expect(new Set(ids).size).toBe(11)
  const { logIn, writePost } = testApi()
  const { _id } = await writePost((await logIn()).token, 'Next')
  for (const id of ids) {
    expect(isUuid(id)).toBe(true)
    expect(id < _id).toBe(true)
  }
})

test.each(seedUsers)('$username logs in with a password that the form accepts', async (user) => {
  const { username, password } = user
  expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*]{7,15}$/)
  expect(password).toMatch(/\d/)
  expect(password).toMatch(/[!@#$%^&*]/)
  const body = { username, password }
  expect((await testApi().call('POST /api/auth/login', { body })).status).toBe(200)
})

test('the guest credentials of the client are those of a seeded user (R1.10)', () => {
  expect(guest).toEqual({ username: 'guest', password: 'Pitlane#66' })
  expect(seedUsers).toContainEqual(expect.objectContaining(guest))
})

test('every seeded picture is served', async () => {
  const { call } = testApi()
  const data = JSON.stringify([
    (await call('GET /api/users')).data,
    (await call('GET /api/posts')).data,
  ])
  const paths = new Set(data.match(/\/seed\/[\w./-]+/g))
  expect(paths.size).toBeGreaterThanOrEqual(14)
  for (const path of paths) expect(existsSync(`public${path}`), path).toBe(true)
})
