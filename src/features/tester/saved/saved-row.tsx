import { Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { count } from '../../../ui/count.ts'
import { Menu } from '../../../ui/menu.tsx'
import { formatMs } from '../format.ts'
import { MethodName, StatusBadge } from '../parts.tsx'
import shared from '../tester.module.css'
import { CheckResults } from './check-results.tsx'
import styles from './saved.module.css'
import type { SavedRequest } from './saved.ts'
import { hasFailed, type Outcome } from './use-runs.ts'

export type RowCommand =
  | 'open'
  | 'run'
  | 'earlier'
  | 'later'
  | 'rename'
  | 'copy'
  | 'checks'
  | 'delete'

type Props = {
  saved: SavedRequest
  outcome?: Outcome
  /** About its password. */
  note?: string
  onCommand: (command: RowCommand) => void
}

/** A saved request with the outcome of its latest run. Alt with an arrow key moves it. */
export function SavedRow({ saved, outcome, note, onCommand }: Props) {
  const { id, name, request, checks } = saved
  const { exchange, results = [], problem } = outcome ?? {}
  const failed = results.filter(({ passed }) => !passed)
  const failsByStatus = outcome && !problem && failed.length === 0 && hasFailed(outcome)

  function move(event: KeyboardEvent) {
    const command = { ArrowUp: 'earlier', ArrowDown: 'later' }[event.key] as RowCommand | undefined
    if (!event.altKey || !command) return
    event.preventDefault()
    onCommand(command)
  }
  return (
    <li className={shared.row} data-saved={id}>
      <div className={styles.line}>
        <button
          type="button"
          className={shared.rowButton}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => onCommand('open')}
          onKeyDown={move}
        >
          <MethodName method={request.method} />
          <bdi className={styles.name}>{name}</bdi>
          <span className={`${shared.mono} ${styles.endpoint}`}>{request.endpoint}</span>
          <span className={shared.facts}>
            {exchange && <StatusBadge exchange={exchange} />}
            {exchange?.answer && <span>{formatMs(exchange.timeMs)}</span>}
            {results.length > 0 ? (
              <span>{`${results.length - failed.length} of ${results.length} checks passed`}</span>
            ) : (
              checks.length > 0 && <span>{count(checks.length, 'check')}</span>
            )}
            {note && <span>{note}</span>}
          </span>
        </button>
        <IconButton label={`Run ${name}`} onClick={() => onCommand('run')}>
          <Play size={18} aria-hidden="true" />
        </IconButton>
        <Menu
          label={`More for ${name}`}
          items={[
            { label: 'Move earlier', onSelect: () => onCommand('earlier') },
            { label: 'Move later', onSelect: () => onCommand('later') },
            { label: 'Rename', onSelect: () => onCommand('rename') },
            { label: 'Duplicate', onSelect: () => onCommand('copy') },
            { label: 'Checks', onSelect: () => onCommand('checks') },
            { label: 'Delete', danger: true, onSelect: () => onCommand('delete') },
          ]}
        />
      </div>
      {(problem || failsByStatus || failed.length > 0) && (
        <div className={styles.notes}>
          {problem && !exchange && <p className={shared.error}>{problem}</p>}
          {failsByStatus && (
            <p className={styles.results}>
              <span>
                <b>Failed</b> status is below 400; actual: {exchange?.answer?.status}
              </span>
            </p>
          )}
          <CheckResults results={failed} />
        </div>
      )}
    </li>
  )
}
