import type { Exchange } from './exchange.ts'
import styles from './status-badge.module.css'
import { statusLine } from './status-text.ts'

/** The status of an exchange, or that nothing answered, in a colour of its class. */
export function StatusBadge({ exchange: { answer, failure } }: { exchange: Exchange }) {
  const { status = 0, statusText = '' } = answer ?? {}
  const tone =
    status >= 200 && status < 300 ? 'good' : status >= 300 && status < 500 ? 'warn' : 'bad'
  const text = answer ? statusLine(status, statusText) : failure
  return (
    <span className={styles.badge} data-tone={tone}>
      {text}
    </span>
  )
}
