import { expect, test } from 'vitest'
import { memoryStore, serialStore } from '../store/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { commentFields, postFields } from '../testing/rows.ts'
import { countingStore } from '../testing/stores.ts'

/** Enough posts that the feed reads all comments at once instead of post by post. */
const MANY = 1001
/** Posts with comments, the newest. */
const DISCUSSED = 150

test('a long feed has the comments of each post, newest first, like a short one', async () => {
  const { call, database } = testApi()
  const { user } = (await call('GET /api/users/:id', { params: { id: '1' } })).data
  await database.write(async (tx) => {
    const posts = []
    for (let n = 0; n < MANY; n++)
      posts.push(await tx.insert('posts', postFields({ userId: user._id })))
    // Round by round, so that comments of one post are not adjacent.
    for (const content of ['First', 'Second']) {
      for (const post of posts.slice(-DISCUSSED)) {
        const fields = { postId: post._id, userId: user._id, content }
        const comment = await tx.insert('comments', commentFields(fields))
        tx.links.add('upvotedBy', comment, user)
      }
    }
  })
  const { posts } = (await call('GET /api/posts')).data
  expect(posts).toHaveLength(MANY + 5)
  for (const post of posts.slice(0, DISCUSSED)) {
    expect(post.comments.map((comment) => comment.content)).toEqual(['Second', 'First'])
  }
  const page = (await call('GET /api/posts', { query: '?limit=100' })).data.posts
  expect(page).toEqual(posts.slice(0, 100))
  const query = `?limit=100&before=${page.at(-1)?._id}`
  const next = (await call('GET /api/posts', { query })).data.posts
  expect(next).toEqual(posts.slice(100, 200))
})

test('a page of users whose lists name many posts reads as much, however many votes there are', async () => {
  const memory = memoryStore()
  let values = 0
  const counted = serialStore({
    ...memory,
    async scan(ranges) {
      const found = await memory.scan(ranges)
      values += found.flat().length
      return found
    },
  })
  const { call } = testApi(counted)
  const valuesRead = async (posts: number) => {
    await call('POST /api/mock/reset', { body: { seed: { users: 40, posts } } })
    values = 0
    const { users } = (await call('GET /api/users', { query: '?limit=40' })).data
    const named = users.flatMap(({ liked, bookmarks }) => [...liked, ...bookmarks])
    expect(new Set(named.map(({ _id }) => _id)).size).toBeGreaterThan(100)
    return values
  }
  expect(await valuesRead(2000)).toBeLessThan(1.1 * (await valuesRead(300)))
})

test('a minimal reply to a like or a vote reads as much, however many likes its user and its post have', async () => {
  const counted = countingStore()
  const { call, logIn, writePost, writeComment, database } = testApi(counted.store)
  const { token, user } = await logIn()
  const { _id: postId } = await writePost(token, 'Liked by many')
  const prefer = 'return=minimal'
  const valuesRead = async () => {
    const { _id: commentId } = await writeComment(token, postId, 'A comment')
    const other = await writePost(token, 'Liked by nobody')
    counted.reset()
    const params = { postId, commentId }
    await call('POST /api/comments/upvote/:postId/:commentId', { params, token, prefer })
    const like = { params: { postId: other._id }, token, prefer }
    const { data } = await call('POST /api/posts/like/:postId', like)
    expect(data.liked.map(({ _id }) => _id)).toEqual([other._id])
    return counted.read()
  }
  const few = await valuesRead()
  await database.write(async (tx) => {
    for (let n = 0; n < 500; n++) {
      tx.links.add('likedBy', { _id: postId }, { _id: crypto.randomUUID() })
      tx.links.add('liked', user, { _id: crypto.randomUUID() })
    }
  })
  expect(await valuesRead()).toBeLessThan(few + 20)
})
