import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasControls } from '../../../pwa/club.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ExportHistory } from '../exports/export-history.tsx'
import { ImportHarButton } from '../exports/import-har-button.tsx'
import { formatMs } from '../format.ts'
import { MethodName, StatusBadge } from '../parts.tsx'
import { TOO_LARGE } from '../response/response-panel.tsx'
import shared from '../tester.module.css'
import { type ComparedLine, compareEntries } from './compare-entries.ts'
import styles from './history.module.css'
import { clearHistory, type HistoryEntry, historyQuery } from './history.ts'

type Props = {
  /** The username of the signed-in user, if any. */
  viewer?: string
  onOpen: (entry: HistoryEntry) => void
}

/** The requests sent from this device. The user can open one again or compare two. */
export function HistoryList({ viewer, onOpen }: Props) {
  const { data: entries = [] } = useQuery(historyQuery)
  const clear = useMutation(clearHistory)
  const [selected, setSelected] = useState<string[]>([])
  const [dialog, setDialog] = useState<'export' | 'clear'>()
  const closeDialog = () => setDialog(undefined)
  const [one, other] = entries.filter(({ id }) => selected.includes(id))

  return (
    <div className={shared.stack}>
      <div className={shared.facts}>
        {entries.length > 0 && (
          <>
            <Button onClick={() => setDialog('export')}>Export</Button>
            <Button onClick={() => setDialog('clear')}>Clear history</Button>
          </>
        )}
        {hasControls && <ImportHarButton />}
      </div>
      {entries.length === 0 ? (
        <p className={shared.empty}>No requests sent yet.</p>
      ) : (
        <p className={shared.quiet}>
          {one && !other ? 'Select one more to compare.' : 'Select two to compare.'}
        </p>
      )}
      {one && other && <Comparison entries={[one, other]} onClose={() => setSelected([])} />}
      <ul className={shared.scroll} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow
            key={entry.id}
            entry={entry}
            isSelected={selected.includes(entry.id)}
            // A third selection replaces the oldest one.
            onSelect={(isSelected) =>
              setSelected((old) =>
                isSelected ? [...old.slice(-1), entry.id] : old.filter((id) => id !== entry.id),
              )
            }
            onOpen={() => onOpen(entry)}
          />
        ))}
      </ul>
      {dialog === 'export' && (
        <ExportHistory entries={entries} viewer={viewer} onClose={closeDialog} />
      )}
      {dialog === 'clear' && (
        <ConfirmDialog
          title="Clear history"
          text="All requests stored on this device are deleted."
          action="Clear"
          onConfirm={() => clear.mutateAsync(undefined, { onSettled: closeDialog })}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

type RowProps = {
  entry: HistoryEntry
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onOpen: () => void
}

function HistoryRow({ entry, isSelected, onSelect, onOpen }: RowProps) {
  const { method, endpoint } = entry.request
  return (
    <li className={styles.row}>
      <label className={shared.check} title="Compare">
        <input
          type="checkbox"
          aria-label={`Compare ${method} ${endpoint}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <button type="button" className={shared.rowButton} onClick={onOpen}>
        <MethodName method={method} />
        <span className={shared.mono}>{endpoint}</span>
        <span className={shared.facts}>
          <StatusBadge exchange={entry} />
          <span>{formatMs(entry.timeMs)}</span>
          <RelativeTime time={new Date(entry.at).toISOString()} />
          {entry.isCut && <span>response not kept</span>}
        </span>
      </button>
    </li>
  )
}

type ComparisonProps = { entries: [HistoryEntry, HistoryEntry]; onClose: () => void }

const SIGNS = { same: ' ', removed: '-', added: '+' }
const SCREEN_READER_PREFIXES = { same: '', removed: 'removed: ', added: 'added: ' }

/** The differences between two history entries, from the older to the newer one. */
function Comparison({ entries, onClose }: ComparisonProps) {
  const [one, other] = entries
  const lines = useMemo(() => compareEntries(one, other), [one, other])
  return (
    <section
      className={`${shared.stack} ${shared.framed} ${styles.comparison}`}
      aria-label="Comparison"
    >
      <div className={shared.facts}>
        <p>
          <span className={styles.removed}>- older</span>{' '}
          <span className={styles.added}>+ newer</span>
        </p>
        <Button onClick={onClose}>Close comparison</Button>
      </div>
      {entries.some(({ isCut }) => isCut) && (
        <p>{TOO_LARGE} Only request and status are compared.</p>
      )}
      {lines.every(({ kind }) => kind === 'folded') ? (
        <p>No differences.</p>
      ) : (
        <ol className={`${shared.mono} ${shared.scroll} ${styles.lines}`}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the lines is fixed
            <li key={index} className={styles[line.kind]}>
              <Line line={line} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Line({ line }: { line: ComparedLine }) {
  if (line.kind === 'folded') return `… ${line.count} same ${line.count === 1 ? 'line' : 'lines'}`
  return (
    <>
      <span aria-hidden="true">{SIGNS[line.kind]} </span>
      <span className={shared.hidden}>{SCREEN_READER_PREFIXES[line.kind]}</span>
      {line.text}
    </>
  )
}
