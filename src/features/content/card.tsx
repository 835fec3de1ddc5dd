import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Post, User } from '../../contract/entities.ts'
import { useWaiting } from '../../data/pictures/use-outbox.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RetryText } from '../../ui/error-boundary.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import styles from './card.module.css'
import { Picture } from './picture.tsx'

/** The fields that posts, comments and pending ones share. The name is a link only with `userId`. */
type Content = Pick<Post, 'username' | 'userPhoto' | 'content' | 'imageUrl' | 'imageAlt'> & {
  userId?: string
}

type CardProps = {
  item: Content
  time: ReactNode
  menu?: ReactNode
  /** The row of buttons below the content. */
  actions: ReactNode
  compact?: boolean
  /** Shows the picture in its own ratio. */
  whole?: boolean
}

/** A card that shows a post or a comment. */
export function Card({ item, time, menu, actions, compact, whole }: CardProps) {
  const { username, userPhoto, userId, content, imageUrl, imageAlt } = item
  const waiting = useWaiting(imageUrl)
  return (
    <article className={compact ? styles.compact : styles.card} aria-label={`By ${username}`}>
      <header className={styles.head}>
        <Avatar src={userPhoto} name={username} size={compact ? 36 : 44} />
        <div className={styles.byline}>
          <span className={styles.author}>
            {userId ? (
              <Link to="/profilePage/$profileId" params={{ profileId: userId }}>
                {username}
              </Link>
            ) : (
              username
            )}
          </span>
          <span className={styles.time}>{time}</span>
        </div>
        {menu}
      </header>
      {content && <RichText text={content} />}
      {imageUrl && (
        <Picture
          key={imageUrl}
          src={imageUrl}
          alt={imageAlt || `Photo by ${username}`}
          whole={compact || whole}
        />
      )}
      {waiting && (
        <div className={styles.note}>
          <RetryText {...waiting} />
        </div>
      )}
      <footer className={styles.actions}>{actions}</footer>
    </article>
  )
}

type PendingCardProps = {
  viewer: User
  content: string
  imageUrl?: string | null
  compact?: boolean
}

/** A post or comment of the viewer that is being sent. */
export function PendingCard({ viewer, content, imageUrl, compact }: PendingCardProps) {
  const { username, profilePhoto } = viewer
  const userPhoto = profilePhoto.chosen || profilePhoto.default
  return (
    <div className={styles.pending} aria-busy="true">
      <Card
        item={{ username, userPhoto, content, imageUrl: imageUrl ?? undefined }}
        time="sending…"
        actions={<span className={styles.placeholder} />}
        compact={compact}
      />
    </div>
  )
}
