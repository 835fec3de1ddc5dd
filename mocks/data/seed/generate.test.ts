import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { Snapshot } from '../../../src/contract/snapshot.ts'
import { checkSnapshot } from '../../domain/check-snapshot.ts'
import { newUuid } from '../ids.ts'
import { generatedData } from './generate.ts'
import { seedUsers } from './users.ts'

test('the same seed generates the same rows, ids included; another seed generates others', () => {
  const of = (seed?: number) => JSON.stringify(generatedData({ users: 12, posts: 40, seed }))
  expect(of(7)).toBe(of(7))
  expect(of()).toBe(of(1))
  expect(of(8)).not.toBe(of(7))
})

test.each([
  [1, 0],
  [1, 30],
  [5, 1],
  [60, 400],
])('%d users and %d posts are valid and consistent rows', (users, posts) => {
  const data = generatedData({ users, posts })
  expect([data.users.length, data.posts.length]).toEqual([users, posts])
  const snapshot = { version: 1, ...data, uploads: [] }
  const { output, issues } = safeParse(Snapshot, snapshot)
  expect(issues).toBeUndefined()
  expect(output).toEqual(snapshot)
  expect(() => checkSnapshot(snapshot, 1)).not.toThrow()
})

test('the first users are the seeded ones, the guest before all', () => {
  const names = generatedData({ users: 7, posts: 0 }).users.map((user) => user.username)
  expect(names.slice(0, 5)).toEqual(seedUsers.map((user) => user.username).toReversed())
  const { users } = generatedData({ users: 1, posts: 0 })
  expect(users).toMatchObject([{ _id: seedUsers.at(-1)?._id, username: 'guest' }])
})

test('follows, likes and bookmarks are stored on both sides', () => {
  const { users, posts } = generatedData({ users: 30, posts: 100 })
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

test('posts are sorted by id, comments follow their post, and all are in the past', () => {
  const { posts, comments } = generatedData({ users: 10, posts: 200 })
  const ids = posts.map((post) => post._id)
  expect(ids).toEqual(ids.toSorted())
  const postIds = new Map(posts.map((post) => [post._id, post]))
  expect(comments.length).toBeGreaterThan(20)
  for (const comment of comments) {
    const post = postIds.get(comment.postId)
    expect(comment._id > (post?._id ?? '')).toBe(true)
    expect(Date.parse(comment.createdAt)).toBeGreaterThan(Date.parse(post?.createdAt ?? ''))
  }
  for (const { _id } of [...posts, ...comments]) expect(_id < newUuid()).toBe(true)
})

test('texts vary', () => {
  const { posts } = generatedData({ users: 10, posts: 500 })
  expect(new Set(posts.map((post) => post.content)).size).toBeGreaterThan(200)
  for (const { content } of posts) expect(content).toMatch(/^[A-Z][^|]+[.?]$/)
})

test('the lists of 1,000 users and 50,000 posts stay within bounds', () => {
  const { users, posts, comments } = generatedData({ users: 1000, posts: 50_000 })
  expect(new Set([...users, ...posts, ...comments].map((row) => row._id)).size).toBe(
    users.length + posts.length + comments.length,
  )
  const lists = users.map((user) => user.followers.length + user.liked.length)
  expect(Math.max(...lists)).toBeLessThan(40)
})
