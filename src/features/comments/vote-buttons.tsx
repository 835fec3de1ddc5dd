import { useMutation } from '@tanstack/react-query'
import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import { downvoteComment, upvoteComment } from '../../api/votes.ts'
import type { Comment, User } from '../../contract/entities.ts'
import { IconButton } from '../../ui/icon-button.tsx'

type Props = { postId: string; comment: Comment; viewer: User }

/**
 * Up and down. When the viewer has voted up, both buttons vote down; when not, the up button votes
 * up and shows the count (spec §4). A down vote cannot be repeated, only turned into an up vote.
 */
export function VoteButtons({ postId, comment, viewer }: Props) {
  const up = useMutation(upvoteComment(postId, comment, viewer))
  const down = useMutation(downvoteComment(postId, comment, viewer))
  const { upvotedBy, downvotedBy } = comment.votes
  const isUp = upvotedBy.some(({ _id }) => _id === viewer._id)
  const isDown = downvotedBy.some(({ _id }) => _id === viewer._id)
  return (
    <>
      <IconButton
        label={`Up-vote: ${upvotedBy.length}`}
        title={isUp ? 'Take the up-vote back' : 'Up-vote'}
        aria-pressed={isUp}
        onClick={() => (isUp ? down : up).mutate()}
      >
        <ArrowBigUp size={22} aria-hidden="true" />
        {upvotedBy.length}
      </IconButton>
      <IconButton
        label="Down-vote"
        aria-pressed={isDown}
        aria-disabled={isDown}
        onClick={() => !isDown && down.mutate()}
      >
        <ArrowBigDown size={22} aria-hidden="true" />
      </IconButton>
    </>
  )
}
