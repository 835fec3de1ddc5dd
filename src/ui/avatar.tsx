import { useState } from 'react'
import styles from './avatar.module.css'

type Props = { src: string; name: string; size?: number }

/**
 * A round portrait; the first letter of the name when the picture is missing or broken. Decorative:
 * the name always stands beside it.
 */
export function Avatar({ src, name, size = 44 }: Props) {
  const [broken, setBroken] = useState<string>()
  if (!src || broken === src) {
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
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
    />
  )
}
