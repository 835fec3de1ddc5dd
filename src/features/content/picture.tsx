import { useState } from 'react'
import styles from './picture.module.css'

/** A picture in its reserved place, so that nothing jumps when it comes; a notice when it fails. */
export function Picture({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <p className={styles.broken}>This picture cannot be shown right now.</p>
  return (
    <img
      className={styles.picture}
      src={src}
      alt={alt}
      width={1200}
      height={900}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
