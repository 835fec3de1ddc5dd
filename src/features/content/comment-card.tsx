import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import { apiClock } from '../../client/api-clock.ts'
import type { ViewedComment, ViewedUser } from '../../contract/viewed.ts'
import { castVote, deleteComment, editComment } from '../../data/comments.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments, hasRow } from '../../data/pending-writes.ts'
import { openReport } from '../../data/reports.ts'
import { isClub } from '../../pwa/club.ts'
import { IconButton } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './card.module.css'
import { ArrivedMark, Card, EditedMark, UnsentMark } from './card.tsx'
import { ContentMenu } from './content-menu.tsx'

type Props = { postId: string; comment: ViewedComment; viewer: ViewedUser }

/** A comment. Every user sees its menu; the API checks who may edit and delete (R1.9). */
export function CommentCard({ postId, comment, viewer }: Props) {
  const { upvoteCount } = comment.votes
  return (
    <Card
      kind="comment"
      item={comment}
      time={
        <>
          <RelativeTime time={comment.createdAt} clock={apiClock} />
          <EditedMark {...comment} />
          <ArrivedMark arrivedAt={comment.arrivedAt} />
          <UnsentMark _id={comment._id} />
        </>
      }
      menu={<CommentMenu postId={postId} comment={comment} viewer={viewer} />}
      actions={
        <>
          <VoteButtons postId={postId} comment={comment} viewer={viewer} />
          {upvoteCount > 0 && (
            <Link
              to="/post/$postId"
              params={{ postId }}
              search={{ list: 'upvotes', comment: comment._id }}
              resetScroll={false}
              className={styles.upvoters}
            >
              Who upvoted
            </Link>
          )}
        </>
      }
    />
  )
}

/**
 * Upvote and down-vote. If the viewer has up-voted, both buttons vote down; otherwise the up button votes up
 * (R5.5).
 */
function VoteButtons({ postId, comment, viewer }: Props) {
  const client = useQueryClient()
  const commentId = comment._id
  const up = useMutation(castVote(postId, commentId, 'up'))
  const down = useMutation(castVote(postId, commentId, 'down'))
  const { upvotedBy, downvotedBy, upvoteCount } = comment.votes
  const isUp = hasRow(upvotedBy, viewer)
  const isDown = hasRow(downvotedBy, viewer)

  function toggleUp() {
    // A second click may come before the first one is rendered.
    const [current = comment] = applyToComments([comment], pendingWrites(client), viewer)
    if (hasRow(current.votes.upvotedBy, viewer)) voteDown()
    else up.mutate({ type: 'vote', postId, commentId, wanted: 'up' })
  }
  function voteDown() {
    down.mutate({ type: 'vote', postId, commentId, wanted: 'down' })
  }
  return (
    <>
      <IconButton
        label={`Upvote ${comment.username}'s comment: ${upvoteCount}`}
        title={isUp ? 'Remove upvote' : 'Upvote'}
        data-testid="upvote-button"
        aria-pressed={isUp}
        toggles
        onClick={toggleUp}
      >
        <ArrowBigUp size={22} aria-hidden="true" />
        {upvoteCount}
      </IconButton>
      <IconButton
        label={`Downvote ${comment.username}'s comment`}
        title="Downvote"
        aria-pressed={isDown}
        aria-disabled={isDown}
        onClick={() => !isDown && voteDown()}
      >
        <ArrowBigDown size={22} aria-hidden="true" />
      </IconButton>
    </>
  )
}

function CommentMenu({ postId, comment, viewer }: Props) {
  const { _id: commentId, userId, username } = comment
  const edit = useMutation(editComment(postId, commentId))
  const remove = useMutation(deleteComment(postId, commentId))
  const report = () => openReport.set({ kind: 'comment', postId, commentId, userId, username })
  return (
    <ContentMenu
      kind="comment"
      id={commentId}
      author={username}
      item={comment}
      onEdit={(change) => edit.mutateAsync({ type: 'editComment', postId, commentId, ...change })}
      onDelete={() => remove.mutate({ type: 'deleteComment', postId, commentId })}
      onReport={isClub && username !== viewer.username ? report : undefined}
    />
  )
}
