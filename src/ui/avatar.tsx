import { useState } from 'react'
import styles from './avatar.module.css'

type Props = {
  src: string
  name: string
  size?: number
  /** Its description where the photo is content. */
  alt?: string
}

/**
 * A round profile picture, or the first letter of the name if there is no picture or it cannot be loaded.
 * Without `alt` it is decorative, because the name is always shown next to it.
 */
export function Avatar({ src, name, size = 44, alt = '' }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  if (!src || failedSrc === src) {
    return (
      <span
        className={styles.letter}
        style={{ width: size, fontSize: size / 2 }}
        aria-hidden="true"
      >
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  }
  return (
    <img
      className={styles.picture}
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
