import { useState } from 'react'
import type { LabState } from '../../contract/lab.ts'
import { Button } from '../../ui/button.tsx'
import styles from './lab.module.css'

const SHOWN = 20

type Props = { steps: LabState['steps']; onUndo: () => void }

/** What has happened, the latest first. Undo replays the run without its last step. */
export function StepList({ steps, onUndo }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 })).toReversed()
  const shown = showsAll ? numbered : numbered.slice(0, SHOWN)
  return (
    <section className={styles.section} aria-labelledby="lab-steps">
      <div className={styles.head}>
        <h2 id="lab-steps">Steps</h2>
        <Button aria-disabled={steps.length === 0 || undefined} onClick={onUndo}>
          Undo the last step
        </Button>
      </div>
      {steps.length === 0 && (
        <p className={styles.quiet}>
          None yet. Write a post on a phone, or open one of the examples.
        </p>
      )}
      <ol className={styles.log} reversed start={steps.length}>
        {shown.map(({ text, result, number }) => (
          <li key={number}>
            {text}
            {result && <span className={styles.quiet}> → {result}</span>}
          </li>
        ))}
      </ol>
      {shown.length < steps.length && (
        <div>
          <Button onClick={() => setShowsAll(true)}>Show all {steps.length}</Button>
        </div>
      )}
    </section>
  )
}
