import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { Snapshot } from '../../src/contract/snapshot.ts'
import { timeOf } from '../store/ids.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { generatedData } from './generate.ts'
import { seedUsers } from './users.ts'

/** Not of this moment, so that nothing depends on it. */
const NOW = Date.UTC(2031, 4, 1, 12)

test('the same seed and time generate the same rows, ids included; others generate others (R13.6)', () => {
  const of = (seed?: number, now = NOW) =>
    JSON.stringify(generatedData({ users: 12, posts: 40, seed }, now))
  expect(of(7)).toBe(of(7))
  expect(of()).toBe(of(1))
  expect(of(8)).not.toBe(of(7))
  expect(of(7, NOW + 1000)).not.toBe(of(7))
})

test.each([
  [30, 100, NOW],
  // The earliest time to which the clock can be set (R13.11).
  [1000, 50_000, Date.UTC(1971, 0)],
])('the data of %d users and %d posts end at the time of the reset', (users, posts, now) => {
  const data = generatedData({ users, posts }, now)
  // The ids of the seeded users are fixed.
  const rows = [...data.users.slice(seedUsers.length), ...data.posts, ...data.comments]
  const times = rows.map(({ _id }) => timeOf(_id) ?? Number.NaN)
  expect(times.every((time) => time >= 0 && time < now)).toBe(true)
  expect(Math.max(...data.posts.map(({ _id }) => timeOf(_id) ?? 0))).toBeGreaterThan(
    now - 3_600_000,
  )
})

test.each([
  [1, 0],
  [1, 30],
  [5, 1],
  [60, 400],
])('%d users and %d posts are valid and consistent rows', (users, posts) => {
  const data = generatedData({ users, posts }, NOW)
  expect([data.users.length, data.posts.length]).toEqual([users, posts])
  const snapshot = { version: 1, ...data, uploads: [] }
  const { output, issues } = safeParse(Snapshot, snapshot)
  expect(issues).toBeUndefined()
  expect(output).toEqual(snapshot)
  expect(() => checkSnapshot(snapshot, 1)).not.toThrow()
})

test('the first users are the seeded ones, the guest before all', () => {
  const names = generatedData({ users: 7, posts: 0 }, NOW).users.map((user) => user.username)
  expect(names.slice(0, 5)).toEqual(seedUsers.map((user) => user.username).toReversed())
  const { users } = generatedData({ users: 1, posts: 0 }, NOW)
  expect(users).toMatchObject([{ _id: seedUsers.at(-1)?._id, username: 'guest' }])
})

test('follows, likes and bookmarks are stored on both sides', () => {
  const { users, posts } = generatedData({ users: 30, posts: 100 }, NOW)
  const userIds = new Map(users.map((user) => [user._id, user]))
  const postIds = new Map(posts.map((post) => [post._id, post]))
  for (const user of users) {
    expect(user.following).not.toContain(user._id)
    for (const id of user.following) expect(userIds.get(id)?.followers).toContain(user._id)
    for (const id of user.liked) expect(postIds.get(id)?.likedBy).toContain(user._id)
    for (const id of user.bookmarks) expect(postIds.get(id)?.bookmarkedBy).toContain(user._id)
  }
  for (const post of posts) {
    expect(post.likeCount).toBe(post.likedBy.length)
    for (const id of post.likedBy) expect(userIds.get(id)?.liked).toContain(post._id)
  }
  expect(posts.some((post) => post.likeCount > 2)).toBe(true)
})

test('posts are sorted by id, and comments follow their post', () => {
  const { posts, comments } = generatedData({ users: 10, posts: 200 }, NOW)
  const ids = posts.map((post) => post._id)
  expect(ids).toEqual(ids.toSorted())
  const postIds = new Map(posts.map((post) => [post._id, post]))
  for (const comment of comments) {
    const post = postIds.get(comment.postId)
    expect(comment._id > (post?._id ?? '')).toBe(true)
    expect(Date.parse(comment.createdAt)).toBeGreaterThan(Date.parse(post?.createdAt ?? ''))
  }
})

test('a third of the posts has a picture or a comment, and a few have many comments', () => {
  const { posts, comments } = generatedData({ users: 100, posts: 3000 }, NOW)
  const share = (count: number) => Math.round((10 * count) / posts.length)
  expect(share(posts.filter(({ imageUrl, imageAlt }) => imageUrl && imageAlt).length)).toBe(3)
  const threads = Map.groupBy(comments, ({ postId }) => postId)
  expect(share(threads.size)).toBe(3)
  expect(Math.max(...[...threads.values()].map(({ length }) => length))).toBeGreaterThan(12)
})

test('1,000 users have usernames without numbers, and pictures of several shapes', () => {
  const { users } = generatedData({ users: 1000, posts: 0 }, NOW)
  const usernames = users.map(({ username }) => username)
  expect(new Set(usernames).size).toBe(1000)
  expect(usernames.filter((username) => !/^[a-z]+([._-]?[a-z]+)?$/.test(username))).toEqual([])
  const pictures = users.map(({ profilePhoto }) => profilePhoto.chosen || profilePhoto.default)
  for (const count of Map.groupBy(pictures, String)
    .values()
    .map(({ length }) => length))
    expect(count).toBeLessThan(250)
})

test('texts vary', () => {
  const { posts } = generatedData({ users: 10, posts: 500 }, NOW)
  expect(new Set(posts.map((post) => post.content)).size).toBeGreaterThan(200)
  for (const { content } of posts) expect(content).toMatch(/^[A-Z][^|]+[.?]$/)
})

test('the lists of 1,000 users and 50,000 posts stay within bounds', () => {
  const { users, posts, comments } = generatedData({ users: 1000, posts: 50_000 }, NOW)
  expect(new Set([...users, ...posts, ...comments].map((row) => row._id)).size).toBe(
    users.length + posts.length + comments.length,
  )
  const lists = users.map((user) => user.followers.length + user.liked.length)
  expect(Math.max(...lists)).toBeLessThan(40)
})
