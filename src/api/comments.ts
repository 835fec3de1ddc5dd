import {
  type Mutation,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Body } from '../contract/calls.ts'
import type { Comment } from '../contract/entities.ts'
import { call } from './call.ts'
import { changePost } from './post-cache.ts'

/** The comments on a post, newest first. @param postId the post's `_id` */
export const commentsQuery = (postId: string) =>
  queryOptions({
    queryKey: ['comments', postId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/comments/:postId', { params: { postId }, signal })).comments,
  })

const addKey = (postId: string) => ['comments', postId, 'add']

/** The comments on a post that are on their way. */
export const pendingComments = (postId: string) => ({
  filters: { mutationKey: addKey(postId), status: 'pending' as const },
  select: ({ state }: Mutation) => state.variables as Body<'POST /api/comments/add/:postId'>,
})

export const addComment = (postId: string) =>
  mutationOptions({
    mutationKey: addKey(postId),
    mutationFn: (body: Body<'POST /api/comments/add/:postId'>) =>
      call('POST /api/comments/add/:postId', { params: { postId }, body }),
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
    onMutate: (_variables, { client }) => {
      const before = client.getQueryData(commentsQuery(postId).queryKey)
      changeComments(client, postId, (old) => old.filter(({ _id }) => _id !== commentId))
      return before
    },
    onError: (_error, _variables, before, { client }) => {
      if (before) changeComments(client, postId, () => before)
    },
    meta: { done: 'Comment Deleted', tone: 'warning' },
  })

/** Vote a comment up: shown at once, taken back when the API refuses. */
export const upvoteComment = (postId: string, comment: Comment, viewer: Voter) =>
  mutationOptions({
    ...vote(postId, comment, (votes) => ({
      upvotedBy: [...without(votes.upvotedBy, viewer), viewer],
      downvotedBy: without(votes.downvotedBy, viewer),
    })),
    mutationFn: () => call('POST /api/comments/upvote/:postId/:commentId', path(postId, comment)),
    meta: { done: 'Comment upvoted' },
  })

/** Vote a comment down, as {@link upvoteComment}. */
export const downvoteComment = (postId: string, comment: Comment, viewer: Voter) =>
  mutationOptions({
    ...vote(postId, comment, (votes) => ({
      upvotedBy: without(votes.upvotedBy, viewer),
      downvotedBy: [...without(votes.downvotedBy, viewer), viewer],
    })),
    mutationFn: () => call('POST /api/comments/downvote/:postId/:commentId', path(postId, comment)),
    meta: { done: 'Comment downvoted' },
  })

type Votes = Comment['votes']
type Voter = Votes['upvotedBy'][number]

/** What both votes share: one after the other, shown at once, put back when refused. */
function vote(postId: string, { _id, votes }: Comment, cast: (votes: Votes) => Votes) {
  const show = (client: QueryClient, change: (votes: Votes) => Votes) =>
    changeComment(client, postId, _id, (old) => ({ ...old, votes: change(old.votes) }))
  return mutationOptions<unknown, Error, void, Votes>({
    scope: { id: `comment/${_id}/vote` },
    onMutate: (_variables, { client }) => {
      show(client, cast)
      // Taken from here: by the time it is refused, these options were made anew from what is shown.
      return votes
    },
    onError: (_error, _variables, before = votes, { client }) => show(client, () => before),
  })
}

function path(postId: string, comment: Comment) {
  return { params: { postId, commentId: comment._id } }
}

function without(users: Voter[], { _id }: Voter): Voter[] {
  return users.filter((user) => user._id !== _id)
}

function changeComment(
  client: QueryClient,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
): void {
  changeComments(client, postId, (old) =>
    old.map((comment) => (comment._id === commentId ? change(comment) : comment)),
  )
}

/** Change the list of a post's comments, and with it the post's own copy, which gives the count. */
function changeComments(
  client: QueryClient,
  postId: string,
  change: (comments: Comment[]) => Comment[],
): void {
  client.setQueryData(commentsQuery(postId).queryKey, (old) => old && change(old))
  changePost(client, postId, (post) => ({ ...post, comments: change(post.comments) }))
}
