import { expect, test } from 'vitest'
import { testApi } from '../../mocks/testing/api.ts'
import { toViewed } from './to-viewed.ts'

test('a reply in full is shown like one that names only the viewer', async () => {
  const { call, logIn, writeComment } = testApi()
  const { user, token } = await logIn()
  const { _id: postId, userId } = (await call('GET /api/posts')).data.posts[0] ?? {
    _id: '',
    userId: '',
  }
  const params = { postId }
  const { _id: commentId } = await writeComment(token, postId, 'Nice')
  await call('POST /api/posts/like/:postId', { params, token })
  await call('POST /api/users/follow/:id', { params: { id: userId }, token })
  const onComment = { params: { postId, commentId }, token }
  await call('POST /api/comments/upvote/:postId/:commentId', onComment)
  const prefer = 'people=own'
  const replies = await Promise.all(
    [{ token }, { token, prefer }].map(async (options) => [
      (await call('GET /api/comments/:postId', { ...options, params })).data,
      (await call('GET /api/users/:id', { ...options, params: { id: userId } })).data.user,
      (await call('GET /api/posts', options)).data.posts,
    ]),
  )
  const [full, [comments, author, posts] = []] = replies
  const view = full?.map((reply) => toViewed(reply, user._id))
  expect(view?.[0]).toEqual(comments)
  expect(view?.[1]).toMatchObject(author as object)
  // Nothing in a post in full tells whether the viewer bookmarked it or follows its author.
  const unknown = { bookmarkedBy: [], followedBy: [] }
  const known = (posts as object[]).map((post) => ({ ...post, ...unknown }))
  expect(view?.[2]).toEqual(known)
  // A reply in the right form stays as it is.
  expect(toViewed({ comments, posts }, user._id)).toEqual({ comments, posts })
})
