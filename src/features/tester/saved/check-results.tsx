import { type CheckResult, describeCheck } from './checks.ts'
import styles from './saved.module.css'

/** The checks of a run: each passed or failed, with the expected and the actual value. */
export function CheckResults({ results }: { results: readonly CheckResult[] }) {
  if (results.length === 0) return null
  return (
    <ul className={styles.results} aria-label="Checks">
      {results.map(({ check, passed, actual }) => (
        <li key={JSON.stringify(check)} data-passed={passed}>
          <b>{passed ? 'Passed' : 'Failed'}</b> {describeCheck(check)}
          {!passed && `; actual: ${actual}`}
        </li>
      ))}
    </ul>
  )
}
