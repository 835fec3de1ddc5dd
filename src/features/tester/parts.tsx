import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { formatStatus } from './format.ts'
import type { AnyMethod } from './request/request-model.ts'
import type { Exchange } from './response/exchange.ts'
import styles from './tester.module.css'

type Props = {
  title: string
  /** Shows the title to screen readers only. */
  hideTitle?: boolean
  actions?: ReactNode
  isBusy?: boolean
  children: ReactNode
}

/** A titled section of the tester. */
export function Panel({ title, hideTitle, actions, isBusy, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={isBusy || undefined}>
      <div className={hideTitle ? styles.hidden : styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

const METHOD_TONES: Partial<Record<AnyMethod, string>> = {
  GET: 'good',
  POST: 'warn',
  DELETE: 'bad',
}

/** An HTTP method in its own color. All methods have the same width. */
export function MethodName({ method }: { method: AnyMethod }) {
  return (
    <span className={styles.method} data-tone={METHOD_TONES[method]}>
      {method}
    </span>
  )
}

/** The color of the class of a status. */
export function toneOf({ answer }: Exchange): string {
  const { status = 0 } = answer ?? {}
  if (status >= 200 && status < 300) return 'good'
  return status >= 300 && status < 500 ? 'warn' : 'bad'
}

/** The status of an exchange, or its failure if there was no response, in the color of its class. */
export function StatusBadge({ exchange }: { exchange: Exchange }) {
  const { answer, failure } = exchange
  return (
    <span className={styles.badge} data-tone={toneOf(exchange)}>
      {answer ? formatStatus(answer.status, answer.statusText) : failure}
    </span>
  )
}

type ProblemProps = { title: string; text: string; onClose: () => void; inAddress?: boolean }

/** Says why a link or a file is not taken. */
export function ProblemDialog({ title, text, onClose, inAddress }: ProblemProps) {
  return (
    <Dialog title={title} onClose={onClose} inAddress={inAddress}>
      <p role="alert">{text} Nothing was changed.</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
