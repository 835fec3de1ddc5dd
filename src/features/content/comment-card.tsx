import { Link } from '@tanstack/react-router'
import type { Comment, User } from '../../contract/entities.ts'
import { useWaiting } from '../../data/pictures/use-outbox.ts'
import { PictureNote } from '../../ui/picture-note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { ContentCard } from './content-card.tsx'
import { VoteButtons } from './vote-buttons.tsx'

type Props = { postId: string; comment: Comment; viewer: User }

/** A comment. Everybody sees its menu; the API knows who may do what (R1.9). */
export function CommentCard({ postId, comment, viewer }: Props) {
  const waiting = useWaiting(comment.imageUrl)
  return (
    <ContentCard
      compact
      photo={comment.userPhoto}
      username={comment.username}
      content={comment.content}
      imageUrl={comment.imageUrl}
      pictureNote={waiting && <PictureNote {...waiting} />}
      author={
        <Link to="/profilePage/$profileId" params={{ profileId: comment.userId }}>
          {comment.username}
        </Link>
      }
      time={<RelativeTime time={comment.createdAt} />}
      menu={<CommentMenu postId={postId} comment={comment} />}
      actions={<VoteButtons postId={postId} comment={comment} viewer={viewer} />}
    />
  )
}
