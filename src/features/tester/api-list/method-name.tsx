import type { Method } from '../request/tester-request.ts'
import styles from './method-name.module.css'

/** A method in its own colour, all as wide as the longest. */
export function MethodName({ method }: { method: Method }) {
  return (
    <span className={styles.method} data-method={method}>
      {method}
    </span>
  )
}
