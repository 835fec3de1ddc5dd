import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type ComparedLine, compareEntries } from './compare-entries.ts'
import styles from './comparison.module.css'
import type { HistoryEntry } from './history-store.ts'

type Props = { entries: [HistoryEntry, HistoryEntry]; onClose: () => void }

const MARKS = { same: ' ', removed: '-', added: '+' }
const SAID = { same: '', removed: 'removed: ', added: 'added: ' }

/** What differs from the older of two requests to the newer one. */
export function Comparison({ entries, onClose }: Props) {
  const [one, other] = entries
  const lines = useMemo(() => compareEntries(one, other), [one, other])
  return (
    <section className={styles.comparison} aria-label="Comparison">
      <div className={styles.head}>
        <p>
          <span className={styles.removed}>- older</span>{' '}
          <span className={styles.added}>+ newer</span>
        </p>
        <Button onClick={onClose}>Close comparison</Button>
      </div>
      {lines.every(({ kind }) => kind === 'folded') ? (
        <p>Both are the same.</p>
      ) : (
        <ol className={styles.lines}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
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
      <span aria-hidden="true">{MARKS[line.kind]} </span>
      <span className={styles.said}>{SAID[line.kind]}</span>
      {line.text}
    </>
  )
}
