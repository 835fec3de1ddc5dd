import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Comment } from '../contract/entities.ts'
import { call } from './call.ts'
import { changeComment } from './comment-cache.ts'

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
