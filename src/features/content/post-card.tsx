import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { memo } from 'react'
import type { Post, User } from '../../contract/entities.ts'
import { useWaiting } from '../../data/pictures/use-outbox.ts'
import { PictureNote } from '../../ui/picture-note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { BookmarkButton } from './bookmark-button.tsx'
import { ContentCard } from './content-card.tsx'
import { LikeButton } from './like-button.tsx'
import styles from './post-card.module.css'
import { PostMenu } from './post-menu.tsx'

type Props = { post: Post; viewer: User; onDeleted?: () => void }

/**
 * A post in a list or on its own screen. Only its author sees the menu (R1.8). Drawn anew only when it
 * is another: a long list is, with every few rows that are scrolled.
 */
export const PostCard = memo(function PostCard({ post, viewer, onDeleted }: Props) {
  const toPost = { to: '/post/$postId', params: { postId: post._id } } as const
  const waiting = useWaiting(post.imageUrl)
  return (
    <ContentCard
      photo={post.userPhoto}
      username={post.username}
      content={post.content}
      imageUrl={post.imageUrl}
      pictureNote={waiting && <PictureNote {...waiting} />}
      author={
        <Link to="/profilePage/$profileId" params={{ profileId: post.userId }}>
          {post.username}
        </Link>
      }
      time={
        <Link {...toPost} aria-label={`Open the post of ${post.username}`}>
          <RelativeTime time={post.createdAt} />
        </Link>
      }
      menu={post.username === viewer.username && <PostMenu post={post} onDeleted={onDeleted} />}
      actions={
        <>
          <LikeButton post={post} viewer={viewer} />
          <Link
            {...toPost}
            className={styles.comments}
            aria-label={`Comments: ${post.comments.length}`}
            title="Comments"
          >
            <MessageCircle size={20} aria-hidden="true" />
            {post.comments.length}
          </Link>
          <BookmarkButton post={post} viewer={viewer} />
        </>
      }
    />
  )
})
