import { formatMs } from './format.ts'
import type { TimingPart } from './server-timing.ts'
import styles from './timing-bar.module.css'

/**
 * Where the server spent the time: a bar in proportion, and the same in words below it. The mock waits
 * while it works, so that its parts may be more than its total.
 */
export function TimingBar({ parts: all }: { parts: TimingPart[] }) {
  const parts = all.filter(({ name }) => name !== 'total')
  return (
    <figure className={styles.timing} aria-label="Server timing">
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, ms }) => (
          <span key={name} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ name, ms, text }) => (
          <li key={name} title={text}>
            {name} {formatMs(ms)}
          </li>
        ))}
      </ul>
    </figure>
  )
}
