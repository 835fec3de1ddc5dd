import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type ComparedLine, compareEntries } from './compare-entries.ts'
import styles from './history.module.css'
import type { HistoryEntry } from './history.ts'

type Props = { entries: [HistoryEntry, HistoryEntry]; onClose: () => void }

const SIGNS = { same: ' ', removed: '-', added: '+' }
const SCREEN_READER_PREFIXES = { same: '', removed: 'removed: ', added: 'added: ' }

/** The differences between two history entries, from the older to the newer one. */
export function Comparison({ entries, onClose }: Props) {
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
      {lines.every(({ kind }) => kind === 'folded') ? (
        <p>Both are the same.</p>
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
