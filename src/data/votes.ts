import { call } from '../client/call.ts'
import type { Reply } from '../contract/calls.ts'
import { changeComment } from './comment-cache.ts'
import { optimisticWrite } from './optimistic-write.ts'
import type { PendingWrite } from './pending-writes.ts'
import { rereadPost } from './reread.ts'

type Vote = PendingWrite & { type: 'vote' }

/** Vote a comment up or down. */
export const castVote = (postId: string, commentId: string, wanted: Vote['wanted']) => ({
  ...optimisticWrite<Vote, Reply<'POST /api/comments/upvote/:postId/:commentId'>>({
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
