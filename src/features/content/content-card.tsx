import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import styles from './content-card.module.css'
import { Picture } from './picture.tsx'

type Props = {
  /** Who wrote it, with their name as the screen wants it (a link, as a rule). */
  photo: string
  username: string
  author: ReactNode
  time: ReactNode
  menu?: ReactNode
  content: string
  imageUrl?: string
  /** What there is to say about the picture. */
  pictureNote?: ReactNode
  /** The row of buttons under the content. */
  actions: ReactNode
  compact?: boolean
}

/** A card that shows something that somebody wrote: a post or a comment. */
export function ContentCard(props: Props) {
  const { photo, username, author, time, menu, content, imageUrl, pictureNote } = props
  const { actions, compact } = props
  return (
    <article className={compact ? styles.compact : styles.card} aria-label={`By ${username}`}>
      <header className={styles.head}>
        <Avatar src={photo} name={username} size={compact ? 36 : 44} />
        <div className={styles.who}>
          <span className={styles.author}>{author}</span>
          <span className={styles.time}>{time}</span>
        </div>
        {menu}
      </header>
      {content && <RichText text={content} />}
      {imageUrl && <Picture src={imageUrl} alt={`Picture by ${username}`} />}
      {pictureNote && <div className={styles.note}>{pictureNote}</div>}
      <footer className={styles.actions}>{actions}</footer>
    </article>
  )
}
