import type { Container } from './json-value.ts'
import styles from './row-body.module.css'
import { countText, previewText } from './row-text.ts'
import type { Row } from './rows.ts'

/** How much an object, an array or a group holds, and what it begins with while it is closed. */
export function Summary({ row }: { row: Row }) {
  return (
    <span className={styles.summary} data-opens={row.expanded !== undefined || undefined}>
      {!row.group && (
        <span className={styles.brackets}>{Array.isArray(row.value) ? '[]' : '{}'}</span>
      )}
      <span>{countText(row)}</span>
      {row.expanded === false && !row.group && (
        <span className={styles.preview}>{previewText(row.value as Container)}</span>
      )}
    </span>
  )
}
