import type { ReactNode } from 'react'
import { StatusBadge } from '../badges.tsx'
import { Panel } from '../panel.tsx'
import type { Exchange, TimingPart } from './exchange.ts'
import { formatBytes, formatMs } from './format.ts'
import styles from './response.module.css'
import { ResponseView } from './response-view.tsx'

type Props = {
  exchange?: Exchange
  isPending: boolean
  onEdit: (response: unknown) => void
  actions?: ReactNode
}

/** The last response. It stays visible, dimmed, while the next request is pending. */
export function ResponsePanel({ exchange, isPending, onEdit, actions }: Props) {
  return (
    <Panel title="Response" isBusy={isPending} actions={actions}>
      <div role="status" aria-label="Result">
        {isPending && <p className={styles.pending}>Waiting for the answer…</p>}
        {exchange && !isPending && <Summary exchange={exchange} />}
      </div>
      <div className={styles.response} data-old={isPending || undefined}>
        {exchange?.response === undefined ? (
          <p className={styles.empty}>Response is undefined.</p>
        ) : (
          <ResponseView exchange={exchange} onEdit={onEdit} />
        )}
      </div>
    </Panel>
  )
}

const SOURCES = { worker: 'from the worker', network: 'from the network' }

function Summary({ exchange }: { exchange: Exchange }) {
  const { answer, timeMs, failure } = exchange
  return (
    <div className={styles.summary}>
      <p className={styles.facts}>
        <StatusBadge exchange={exchange} />
        <span title="From the request to the last byte">{formatMs(timeMs)}</span>
        {answer && <span title="Of the body">{formatBytes(answer.bytes)}</span>}
        {answer?.source && <span>{SOURCES[answer.source]}</span>}
      </p>
      {answer && failure && <p className={styles.failure}>{failure}</p>}
      {answer && answer.timing.length > 0 && <TimingBar timing={answer.timing} />}
    </div>
  )
}

/**
 * The parts of the server's time as a proportional bar and as text. The mock works during its delay, so
 * the sum of the parts can exceed the total.
 */
function TimingBar({ timing }: { timing: TimingPart[] }) {
  const parts = timing.filter(({ name }) => name !== 'total')
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
