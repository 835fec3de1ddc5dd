import type { Exchange } from './exchange.ts'
import { formatBytes, formatMs } from './format.ts'
import styles from './response-summary.module.css'
import { StatusBadge } from './status-badge.tsx'
import { TimingBar } from './timing-bar.tsx'

const SOURCES = { worker: 'from the worker', network: 'from the network' }

/** Status, time, size and source of an answer, and the parts of its time. */
export function ResponseSummary({ exchange }: { exchange: Exchange }) {
  const { answer, timeMs, failure } = exchange
  return (
    <div className={styles.summary}>
      <p className={styles.line}>
        <StatusBadge exchange={exchange} />
        <span title="From the request to the last byte">{formatMs(timeMs)}</span>
        {answer && <span title="Of the body">{formatBytes(answer.bytes)}</span>}
        {answer?.source && <span>{SOURCES[answer.source]}</span>}
      </p>
      {answer && failure && <p className={styles.failure}>{failure}</p>}
      {answer && answer.timing.length > 0 && <TimingBar parts={answer.timing} />}
    </div>
  )
}
