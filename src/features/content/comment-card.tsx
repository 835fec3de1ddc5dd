import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import { useState } from 'react'
import { apiClock } from '../../client/api-clock.ts'
import type { ViewedComment, ViewedUser } from '../../contract/viewed.ts'
import { castVote, deleteComment, editComment } from '../../data/comments.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments, hasRow } from '../../data/pending-writes.ts'
import { openReport } from '../../data/reports.ts'
import { isClub } from '../../pwa/club.ts'
import { IconButton } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { throttle } from '../../ui/timing.ts'
import styles from './card.module.css'
import { ArrivedMark, Card, EditedMark, UnsentMark } from './card.tsx'
import { ContentMenu } from './content-menu.tsx'

/** The second tap of a hurried thumb comes within this time (R5.8). */
const SECOND_TAP_MS = 1000

type Props = { postId: string; comment: ViewedComment; viewer: ViewedUser }

/** A comment. Every user sees its menu; the API checks who may edit and delete (R1.9). */
export function CommentCard({ postId, comment, viewer }: Props) {
  const { upvoteCount } = comment.votes
  return (
    <Card
      compact
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
              {upvoteCount === 1 ? '1 upvote' : `${upvoteCount} upvotes`}
            </Link>
          )}
        </>
      }
    />
  )
}

/**
 * Upvote and down-vote. If the viewer has up-voted, both buttons vote down; otherwise the up button votes up
 * (R5.5). A down-vote cannot be repeated, only replaced by an up-vote: so the second tap of a double tap, which would
 * store a vote that nobody can take back, does nothing (R5.8).
 */
function VoteButtons({ postId, comment, viewer }: Props) {
  const client = useQueryClient()
  const commentId = comment._id
  const up = useMutation(castVote(postId, commentId, 'up'))
  const down = useMutation(castVote(postId, commentId, 'down'))
  const { upvotedBy, downvotedBy, upvoteCount } = comment.votes
  const isUp = hasRow(upvotedBy, viewer)
  const isDown = hasRow(downvotedBy, viewer)
  const [isFirstTap] = useState(() => throttle(SECOND_TAP_MS).start)

  function toggleUp() {
    if (!isFirstTap()) return
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

const menuTexts = {
  menu: 'Comment menu',
  edit: 'Edit comment',
  remove: 'DeleteComment',
  dialog: 'Edit details',
  field: 'Comment text',
  save: 'Edit Comment',
  question: 'Delete this comment?',
  warning: "This can't be undone.",
}

function CommentMenu({ postId, comment, viewer }: Props) {
  const { _id: commentId, userId, username } = comment
  const isOwn = username === viewer.username
  const options = editComment(postId, commentId)
  // No draft is kept of what could not be typed (R5.9).
  const edit = useMutation(isOwn ? options : { ...options, meta: undefined })
  const remove = useMutation(deleteComment(postId, commentId))
  const report = () => openReport.set({ kind: 'comment', postId, commentId, userId, username })
  return (
    <ContentMenu
      texts={menuTexts}
      id={commentId}
      author={username}
      item={comment}
      isOwn={isOwn}
      onEdit={(change) => edit.mutateAsync({ type: 'editComment', postId, commentId, ...change })}
      onDelete={() => remove.mutate({ type: 'deleteComment', postId, commentId })}
      onReport={isClub && !isOwn ? report : undefined}
    />
  )
}
