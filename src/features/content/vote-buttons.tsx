import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import type { Comment, User } from '../../contract/entities.ts'
import { castVote } from '../../data/comments.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments, hasRow } from '../../data/pending-writes.ts'
import { IconButton } from '../../ui/icon-button.tsx'

type Props = { postId: string; comment: Comment; viewer: User }

/**
 * Up and down. When the viewer has voted up, both buttons vote down; when not, the up button votes
 * up and shows the count (R5.5). A down vote cannot be repeated, only turned into an up vote.
 */
export function VoteButtons({ postId, comment, viewer }: Props) {
  const client = useQueryClient()
  const commentId = comment._id
  const up = useMutation(castVote(postId, commentId, 'up'))
  const down = useMutation(castVote(postId, commentId, 'down'))
  const { upvotedBy, downvotedBy } = comment.votes
  const isUp = hasRow(upvotedBy, viewer)
  const isDown = hasRow(downvotedBy, viewer)

  function toggleUp() {
    // A second click may come before the first one is drawn.
    const [now = comment] = applyToComments([comment], pendingWrites(client), viewer)
    if (hasRow(now.votes.upvotedBy, viewer)) voteDown()
    else up.mutate({ type: 'vote', postId, commentId, wanted: 'up' })
  }
  function voteDown() {
    down.mutate({ type: 'vote', postId, commentId, wanted: 'down' })
  }
  return (
    <>
      <IconButton
        label={`Up-vote: ${upvotedBy.length}`}
        title={isUp ? 'Take the up-vote back' : 'Up-vote'}
        aria-pressed={isUp}
        onClick={toggleUp}
      >
        <ArrowBigUp size={22} aria-hidden="true" />
        {upvotedBy.length}
      </IconButton>
      <IconButton
        label="Down-vote"
        aria-pressed={isDown}
        aria-disabled={isDown}
        onClick={() => !isDown && voteDown()}
      >
        <ArrowBigDown size={22} aria-hidden="true" />
      </IconButton>
    </>
  )
}
