import {
  type Mutation,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Body } from '../contract/calls.ts'
import type { Comment } from '../contract/entities.ts'
import { call } from './call.ts'
import { COMMENTS, changeComment, changeComments, takeOutComment } from './comment-cache.ts'

/** The comments on a post, newest first. @param postId the post's `_id` */
export const commentsQuery = (postId: string) =>
  queryOptions({
    queryKey: [...COMMENTS, postId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/comments/:postId', { params: { postId }, signal })).comments,
  })

const addKey = (postId: string) => [...COMMENTS, postId, 'add']

/** The comments on a post that are on their way. */
export const pendingComments = (postId: string) => ({
  filters: { mutationKey: addKey(postId), status: 'pending' as const },
  select: ({ state }: Mutation) => state.variables as Body<'POST /api/comments/add/:postId'>,
})

export const addComment = (postId: string) =>
  mutationOptions({
    mutationKey: addKey(postId),
    mutationFn: ({ key, ...body }: Body<'POST /api/comments/add/:postId'> & { key?: string }) =>
      call('POST /api/comments/add/:postId', { params: { postId }, body, key }),
    onSuccess: ({ comments }, _body, _result, { client }) =>
      changeComments(client, postId, (old) => [...comments, ...old]),
    meta: { done: 'Commented' },
  })

/** Change a comment's text: shown at once, taken back when the API refuses. */
export const editComment = (postId: string, { _id: commentId, content: before }: Comment) => {
  const show = (client: QueryClient, content: string) =>
    changeComment(client, postId, commentId, (old) => ({ ...old, content }))
  return mutationOptions({
    mutationFn: (body: Body<'POST /api/comments/edit/:postId/:commentId'>) =>
      call('POST /api/comments/edit/:postId/:commentId', { params: { postId, commentId }, body }),
    onMutate: ({ content }, { client }) => {
      show(client, content)
      // Taken from here: by the time it is refused, these options were made anew from what is shown.
      return before
    },
    onError: (_error, _body, content = before, { client }) => show(client, content),
    onSuccess: ({ comments: [edited] }, _body, _result, { client }) => {
      if (edited) changeComment(client, postId, commentId, () => edited)
    },
    meta: { done: 'Comment Edited' },
  })
}

/** Delete a comment: gone at once, back in its place when the API refuses. */
export const deleteComment = (postId: string, commentId: string) =>
  mutationOptions({
    mutationFn: () =>
      call('POST /api/comments/delete/:postId/:commentId', { params: { postId, commentId } }),
    onMutate: (_variables, { client }) => takeOutComment(client, postId, commentId),
    onError: (_error, _variables, putBack) => putBack?.(),
    meta: { done: 'Comment Deleted', tone: 'warning' },
  })
