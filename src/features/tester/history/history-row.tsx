import { RelativeTime } from '../../../ui/relative-time.tsx'
import { MethodName } from '../api-list/method-name.tsx'
import { formatMs } from '../response/format.ts'
import { StatusBadge } from '../response/status-badge.tsx'
import styles from './history-list.module.css'
import type { HistoryEntry } from './history-store.ts'

type Props = {
  entry: HistoryEntry
  picked: boolean
  onPick: (pick: boolean) => void
  onOpen: () => void
}

/** One request of the history with what became of it. */
export function HistoryRow({ entry, picked, onPick, onOpen }: Props) {
  const { method, endpoint } = entry.request
  return (
    <li className={styles.row}>
      <label className={styles.pick} title="Compare">
        <input
          type="checkbox"
          aria-label={`Compare ${method} ${endpoint}`}
          checked={picked}
          onChange={(event) => onPick(event.target.checked)}
        />
      </label>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.what}>
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
