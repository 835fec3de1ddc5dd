import styles from './progress-bar.module.css'

type Props = {
  /** What is going on. */
  label: string
  /** How much of it is done, from 0 to 1; not given while nobody knows. */
  share?: number
}

export function ProgressBar({ label, share }: Props) {
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={percent === undefined ? styles.running : styles.done}
        style={{ width: percent === undefined ? undefined : `${percent}%` }}
      />
    </div>
  )
}
