import styles from './skeleton.module.css'

/** Placeholders for `count` cards that are loading. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading" className={styles.list}>
      {Array.from({ length: count }, (_, index) => `card ${index}`).map((key) => (
        <div key={key} className={styles.card} aria-hidden="true">
          <span className={styles.round} />
          <span className={styles.line} />
          <span className={styles.line} />
          <span className={styles.block} />
        </div>
      ))}
    </div>
  )
}
