import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Comparison } from './comparison.tsx'
import { clearHistory, historyQuery } from './history.ts'
import styles from './history-list.module.css'
import { HistoryRow } from './history-row.tsx'
import type { HistoryEntry } from './history-store.ts'

/** The requests made on this device: open one again, or compare two. */
export function HistoryList({ onOpen }: { onOpen: (entry: HistoryEntry) => void }) {
  const { data: entries = [] } = useQuery(historyQuery)
  const clear = useMutation(clearHistory)
  const [picked, setPicked] = useState<string[]>([])
  const [asking, setAsking] = useState(false)
  const [one, other] = entries.filter(({ id }) => picked.includes(id))

  if (entries.length === 0) return <p className={styles.none}>Nothing was sent yet.</p>
  return (
    <div className={styles.history}>
      <div className={styles.tools}>
        <p>{one && !other ? 'Pick one more to compare.' : 'Pick two to compare.'}</p>
        <Button onClick={() => setAsking(true)}>Clear history</Button>
      </div>
      {one && other && <Comparison entries={[one, other]} onClose={() => setPicked([])} />}
      <ul className={styles.rows} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow
            key={entry.id}
            entry={entry}
            picked={picked.includes(entry.id)}
            // The oldest pick makes room for a third.
            onPick={(pick) =>
              setPicked((old) =>
                pick ? [...old.slice(-1), entry.id] : old.filter((id) => id !== entry.id),
              )
            }
            onOpen={() => onOpen(entry)}
          />
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          title="Clear history"
          text="All requests that are kept here will be forgotten."
          action="Clear"
          onConfirm={() => clear.mutateAsync(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
