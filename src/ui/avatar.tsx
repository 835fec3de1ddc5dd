import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { hueOf } from './hue.ts'

type Props = {
  src: string
  name: string
  /** The `_id` of the user. It gives the default picture and the letter their color. */
  userId?: string
  size?: number
  /** Its description where the photo is content. */
  alt?: string
}

/** The end of the address of the gray picture that new users have. */
const DEFAULT_PICTURE = '/default-avatar.svg'

/**
 * A round profile picture, or the first letter of the name if there is no picture or it cannot be loaded.
 * Without `alt` it is decorative, because the name is always shown next to it.
 */
export function Avatar({ src, name, userId = '', size = 44, alt = '' }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const tint = { '--hue': hueOf(userId) } as CSSProperties
  if (!src || failedSrc === src) {
    return (
      <span
        className={styles.letter}
        style={{ ...tint, width: size, fontSize: size / 2 }}
        aria-hidden="true"
      >
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  }
  const isDefault = src.endsWith(DEFAULT_PICTURE)
  return (
    <img
      className={isDefault ? styles.tinted : styles.picture}
      style={isDefault ? tint : undefined}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  )
}
