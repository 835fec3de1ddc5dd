import styles from './logo.module.css'

/** The mark with the wordmark beside it; without the word where there is no room. */
export function Logo({ size = 40, wordless = false }: { size?: number; wordless?: boolean }) {
  return (
    <span className={styles.logo} style={{ fontSize: size * 0.8 }}>
      <img
        src={`${import.meta.env.BASE_URL}logo.svg`}
        alt={wordless ? 'Gearheads' : ''}
        width={size}
        height={size}
      />
      {!wordless && <span>Gearheads</span>}
    </span>
  )
}
