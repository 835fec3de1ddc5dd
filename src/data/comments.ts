import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callAgain, send, type ViewedReply } from '../client/call.ts'
import { addComment as cacheComment, changeComment, removeComment } from './cached-rows.ts'
import type { Outgoing } from './drafts/draft.ts'
import { draftKept, optimisticWrite } from './optimistic-write.ts'
import { paged, pageQuery, readPage } from './pages.ts'
import type { PendingWrite } from './pending-writes.ts'
import { COMMENTS } from './query-keys.ts'
import { rereadPost } from './reread.ts'

const PAGE_SIZE = 50

/**
 * The comments on a post, newest first, by pages.
 * @param postId the post's `_id`
 */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...COMMENTS, postId],
    queryFn: async ({ pageParam, signal }) => {
      const options = { params: { postId }, query: pageQuery(pageParam, PAGE_SIZE), signal }
      const response = await send('GET /api/comments/:postId', options)
      return readPage(response.data.comments, response)
    },
  })

export const addComment = (postId: string) =>
  mutationOptions({
    scope: { id: `post/${postId}` },
    mutationFn: ({ key, ...body }: Outgoing) =>
      callAgain('POST /api/comments/add/:postId', { params: { postId }, body, key }),
    onSuccess: ({ comments: [added] }, _body, _result, { client }) =>
      added && cacheComment(client, postId, added),
    meta: { done: 'Commented' },
  })

type Edit = PendingWrite & { type: 'editComment' }

/** Change a comment's text, and its pictures if it has `images`. */
export const editComment = (postId: string, commentId: string) => ({
  ...optimisticWrite<Edit, ViewedReply<'POST /api/comments/edit/:postId/:commentId'>>({
    row: `post/${postId}`,
    send: ({ content, images }) =>
      call('POST /api/comments/edit/:postId/:commentId', {
        params: { postId, commentId },
        body: { content, images },
      }),
    store: (client, { comments: [edited] }) =>
      edited && changeComment(client, postId, commentId, () => edited),
    reread: (client) => rereadPost(client, postId),
  }),
  meta: { done: 'Comment Edited', failed: draftKept(commentId) },
})

type Deletion = PendingWrite & { type: 'deleteComment' }

/** Delete a comment. */
export const deleteComment = (postId: string, commentId: string) => ({
  ...optimisticWrite<Deletion, unknown>({
    row: `post/${postId}`,
    send: () =>
      call('POST /api/comments/delete/:postId/:commentId', { params: { postId, commentId } }),
    store: (client) => removeComment(client, postId, commentId),
    reread: (client) => rereadPost(client, postId),
  }),
  meta: { done: 'Comment Deleted', tone: 'warning' as const },
})

type Vote = PendingWrite & { type: 'vote' }

/** Vote a comment up or down. */
export const castVote = (postId: string, commentId: string, wanted: Vote['wanted']) => ({
  ...optimisticWrite<Vote, ViewedReply<'POST /api/comments/upvote/:postId/:commentId'>>({
    row: `post/${postId}`,
    send: () =>
      call(
        wanted === 'up'
          ? 'POST /api/comments/upvote/:postId/:commentId'
          : 'POST /api/comments/downvote/:postId/:commentId',
        { params: { postId, commentId } },
      ),
    store: (client, { comments: [comment] }) =>
      comment && changeComment(client, postId, commentId, () => comment),
    reread: (client) => rereadPost(client, postId),
  }),
  meta: { done: wanted === 'up' ? 'Comment upvoted' : 'Comment downvoted' },
})
