import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { MethodName, StatusBadge } from '../badges.tsx'
import { formatMs } from '../response/format.ts'
import { Comparison } from './comparison.tsx'
import styles from './history.module.css'
import { clearHistory, type HistoryEntry, historyQuery } from './history.ts'

/** The requests sent from this device. The user can open one again or compare two. */
export function HistoryList({ onOpen }: { onOpen: (entry: HistoryEntry) => void }) {
  const { data: entries = [] } = useQuery(historyQuery)
  const clear = useMutation(clearHistory)
  const [selected, setSelected] = useState<string[]>([])
  const [isConfirming, setIsConfirming] = useState(false)
  const [one, other] = entries.filter(({ id }) => selected.includes(id))

  if (entries.length === 0) return <p className={styles.empty}>Nothing was sent yet.</p>
  return (
    <div className={styles.history}>
      <div className={styles.toolbar}>
        <p>{one && !other ? 'Pick one more to compare.' : 'Pick two to compare.'}</p>
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
          text="All requests that are kept here will be forgotten."
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
        </span>
      </button>
    </li>
  )
}
