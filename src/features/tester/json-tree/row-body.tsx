import { EditForm } from './edit-form.tsx'
import { useEditor } from './editor-context.ts'
import { isContainer } from './json-value.ts'
import { RowActions } from './row-buttons.tsx'
import type { Row } from './rows.ts'
import { SingleValue } from './single-value.tsx'
import { Summary } from './summary.tsx'

/** All of a row but its key. */
export function RowBody({ row }: { row: Row }) {
  const { editing } = useEditor()
  return (
    <>
      {isContainer(row.value) ? <Summary row={row} /> : <SingleValue value={row.value} />}
      <RowActions row={row} />
      {editing === row.id && <EditForm row={row} />}
    </>
  )
}
