import type { ReactNode } from 'react'
import { Panel } from '../panel.tsx'
import type { Exchange } from './exchange.ts'
import styles from './response-panel.module.css'
import { ResponseSummary } from './response-summary.tsx'
import { ResponseView } from './response-view.tsx'

type Props = {
  exchange?: Exchange
  pending: boolean
  onEdit: (response: unknown) => void
  /** What to do with the response. */
  actions?: ReactNode
}

/** What came back. An older response stays in sight, dimmed, until the next one is there. */
export function ResponsePanel({ exchange, pending, onEdit, actions }: Props) {
  return (
    <Panel title="Response" busy={pending} actions={actions}>
      <div role="status" aria-label="Result">
        {pending && <p className={styles.pending}>Waiting for the answer…</p>}
        {exchange && !pending && <ResponseSummary exchange={exchange} />}
      </div>
      <div className={styles.response} data-old={pending || undefined}>
        {exchange?.response === undefined ? (
          <p className={styles.none}>Response is undefined.</p>
        ) : (
          <ResponseView exchange={exchange} onEdit={onEdit} />
        )}
      </div>
    </Panel>
  )
}
