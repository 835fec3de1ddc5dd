import { useEditor } from './editor-context.ts'
import styles from './json-tree.module.css'
import { labelText } from './row-text.ts'
import type { Row } from './rows.ts'

/** The key of a row. No button may stand here: react-json-tree's label would pass its clicks on to it. */
export function RowLabel({ row }: { row: Row }) {
  const { label } = useEditor()
  const isName = row.path.length === 0 && !row.group
  return (
    <span className={isName || row.group ? styles.name : styles.key}>
      {labelText(row, label)}
      {!row.group && <span className={styles.colon}>:</span>}
    </span>
  )
}
