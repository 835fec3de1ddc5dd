import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'
import { commentFields, postFields } from '../testing/rows.ts'

/** Enough posts that the feed reads all comments at once instead of post by post. */
const MANY = 150

test('a long feed has the comments of each post, newest first, like a short one', async () => {
  const { call, database } = testApi()
  const { user } = (await call('GET /api/users/:id', { params: { id: '1' } })).data
  await database.write(async (tx) => {
    const posts = []
    for (let n = 0; n < MANY; n++)
      posts.push(await tx.insert('posts', postFields({ userId: user._id })))
    // Round by round, so that comments of one post are not adjacent.
    for (const content of ['First', 'Second']) {
      for (const post of posts) {
        const fields = { postId: post._id, userId: user._id, content }
        const comment = await tx.insert('comments', commentFields(fields))
        tx.link('upvotedBy', comment, user)
      }
    }
  })
  const { posts } = (await call('GET /api/posts')).data
  expect(posts).toHaveLength(MANY + 5)
  for (const post of posts.slice(0, MANY)) {
    expect(post.comments.map((comment) => comment.content)).toEqual(['Second', 'First'])
  }
  const page = (await call('GET /api/posts', { query: '?limit=100' })).data.posts
  expect(page).toEqual(posts.slice(0, 100))
  const rest = (await call('GET /api/posts', { query: `?limit=100&before=${page.at(-1)?._id}` }))
    .data
  expect(rest.posts).toEqual(posts.slice(100))
})
