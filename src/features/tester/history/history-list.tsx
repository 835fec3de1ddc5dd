import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { formatMs } from '../format.ts'
import { MethodName, StatusBadge } from '../parts.tsx'
import { TOO_LARGE } from '../response/response-panel.tsx'
import { type ComparedLine, compareEntries } from './compare-entries.ts'
import styles from './history.module.css'
import { clearHistory, type HistoryEntry, historyQuery } from './history.ts'

/** The requests sent from this device. The user can open one again or compare two. */
export function HistoryList({ onOpen }: { onOpen: (entry: HistoryEntry) => void }) {
  const { data: entries = [] } = useQuery(historyQuery)
  const clear = useMutation(clearHistory)
  const [selected, setSelected] = useState<string[]>([])
  const [isConfirming, setIsConfirming] = useState(false)
  const [one, other] = entries.filter(({ id }) => selected.includes(id))

  if (entries.length === 0) return <p className={styles.empty}>No requests sent yet.</p>
  return (
    <div className={styles.history}>
      <div className={styles.toolbar}>
        <p>{one && !other ? 'Select one more to compare.' : 'Select two to compare.'}</p>
        <Button onClick={() => setIsConfirming(true)}>Clear history</Button>
      </div>
      {one && other && <Comparison entries={[one, other]} onClose={() => setSelected([])} />}
      <ul className={styles.rows} aria-label="History">
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
      {isConfirming && (
        <ConfirmDialog
          title="Clear history"
          text="All requests stored on this device are deleted."
          action="Clear"
          onConfirm={() =>
            clear.mutateAsync(undefined, { onSettled: () => setIsConfirming(false) })
          }
          onClose={() => setIsConfirming(false)}
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
      <label className={styles.pick} title="Compare">
        <input
          type="checkbox"
          aria-label={`Compare ${method} ${endpoint}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.request}>
          <MethodName method={method} />
          <span className={styles.endpoint}>{endpoint}</span>
        </span>
        <span className={styles.result}>
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
    <section className={styles.comparison} aria-label="Comparison">
      <div className={styles.legend}>
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
        <ol className={styles.lines}>
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
      <span className={styles.hidden}>{SCREEN_READER_PREFIXES[line.kind]}</span>
      {line.text}
    </>
  )
}
