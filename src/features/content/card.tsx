import { Link } from '@tanstack/react-router'
import { CloudUpload } from 'lucide-react'
import { type CSSProperties, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { apiClock } from '../../client/api-clock.ts'
import type { ViewedPost } from '../../contract/viewed.ts'
import { imagesOf } from '../../data/drafts/draft.ts'
import { useWaiting } from '../../data/pictures/use-outbox.ts'
import { unsentRows } from '../../pwa/club.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RetryText } from '../../ui/error-boundary.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './card.module.css'
import { CardText } from './card-text.tsx'
import { type ContentKind, contentTexts } from './content-texts.ts'
import { Pictures } from './pictures.tsx'

/** The fields that posts, comments and pending ones share. The name is a link only with `userId`. */
type Content = Pick<
  ViewedPost,
  'username' | 'firstName' | 'userPhoto' | 'content' | 'imageUrl' | 'imageAlt' | 'images'
> & {
  userId?: string
}

type CardProps = {
  kind: ContentKind
  item: Content
  time: ReactNode
  menu?: ReactNode
  /** In place of pictures that have no address yet. */
  previews?: ReactNode
  /** The row of buttons below the content. */
  actions: ReactNode
  /** Shows a long text in full, and the picture in its own ratio. */
  whole?: boolean
  /** The same name on two screens lets the card move from one to the other (post-transition.ts). */
  transitionName?: string
  /** Called for a click that hits no control and selects no text. The time is a link to the same place. */
  onOpen?: () => void
}

/** A card that shows a post or a comment. */
export function Card({
  kind,
  item,
  time,
  menu,
  previews,
  actions,
  whole,
  transitionName,
  onOpen,
}: CardProps) {
  const { username, firstName, userPhoto, userId, content, imageUrl } = item
  const waiting = useWaiting(imageUrl)
  const compact = kind === 'comment'
  const avatar = <Avatar src={userPhoto} name={username} userId={userId} size={compact ? 36 : 44} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the link around the time
    <article
      className={compact ? styles.compact : styles.card}
      data-testid={contentTexts[kind].cardTestId}
      aria-label={`By ${username}`}
      data-opens={onOpen && ''}
      style={{ '--transition-name': transitionName } as CSSProperties}
      onClick={(event) => onOpen && isPlainClick(event) && onOpen()}
    >
      <header className={styles.head}>
        {userId ? (
          // The name is the same link.
          <Link
            to="/profilePage/$profileId"
            params={{ profileId: userId }}
            className={styles.avatar}
            tabIndex={-1}
            aria-hidden="true"
          >
            {avatar}
          </Link>
        ) : (
          avatar
        )}
        <div className={styles.byline}>
          {userId ? (
            <Link
              to="/profilePage/$profileId"
              params={{ profileId: userId }}
              className={styles.author}
            >
              <Names {...{ firstName, username }} />
            </Link>
          ) : (
            <span className={styles.author}>
              <Names {...{ firstName, username }} />
            </span>
          )}
          <span className={styles.time}>
            <span aria-hidden="true">·</span> {time}
          </span>
        </div>
        {menu}
      </header>
      {content && <CardText text={content} whole={whole} />}
      {!content.trim() && !imageUrl && !previews && (
        <p className={styles.blank}>{contentTexts[kind].blank}</p>
      )}
      {previews}
      {imageUrl && (
        <Pictures
          images={imagesOf(item)}
          username={username}
          content={content}
          whole={whole || (compact && !item.images)}
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

/** The name, and the username, of which a long one is cut off first. */
function Names({ firstName, username }: Pick<Content, 'firstName' | 'username'>) {
  return (
    <>
      <bdi className={styles.name}>{firstName || username}</bdi>{' '}
      {firstName && <bdi className={styles.handle}>@{username}</bdi>}
    </>
  )
}

/** Whether a click hit no control, was made without modifier keys, and did not select text. */
function isPlainClick({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || altKey) return false
  if ((target as Element).closest('a, button, dialog, [popover]')) return false
  return getSelection()?.isCollapsed ?? true
}

/** The name of a button that shows a count: "Like mira's post: 3", without a zero. */
export function withCount(name: string, count: number): string {
  return count ? `${name}: ${count}` : name
}

/** Says that a post or comment was edited. */
export function EditedMark({ createdAt, updatedAt }: Pick<ViewedPost, 'createdAt' | 'updatedAt'>) {
  return Date.parse(updatedAt) !== Date.parse(createdAt) && ' · edited'
}

/** Says when a post or comment arrived that was made long before, without a network (R4.18). */
export function ArrivedMark({ arrivedAt }: Pick<ViewedPost, 'arrivedAt'>) {
  if (!arrivedAt) return null
  return (
    <>
      {' · arrived '}
      <RelativeTime time={arrivedAt} clock={apiClock} />
    </>
  )
}

/** Marks a post or comment that has not reached the club yet. Shown after a moment: mostly it is sent by then. */
export function UnsentMark({ _id }: Pick<ViewedPost, '_id'>) {
  const isUnsent = useSyncExternalStore(unsentRows.subscribe, () => unsentRows.get().has(_id))
  if (!isUnsent) return null
  return (
    <span className={styles.unsent} title="Not sent yet">
      <CloudUpload size={15} aria-hidden="true" />
      <span className={styles.suffix}>, not sent yet</span>
    </span>
  )
}
