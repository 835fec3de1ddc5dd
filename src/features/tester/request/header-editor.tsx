import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import shared from '../tester.module.css'
import styles from './request.module.css'
import {
  editRow,
  type HeaderFields,
  type HeaderRow,
  reasonUnsent,
  removeRow,
} from './request-model.ts'

type Props = { rows: HeaderRow[]; onRows: (change: (rows: HeaderRow[]) => HeaderRow[]) => void }

/** The headers as rows that can be enabled and disabled; the last row is empty (R14.3). */
export function HeaderEditor({ rows, onRows }: Props) {
  return (
    <ul className={shared.stack}>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          label={`Header ${index + 1}`}
          onEdit={(change) => onRows((old) => editRow(old, row.id, change))}
          onRemove={
            index < rows.length - 1 ? () => onRows((old) => removeRow(old, row.id)) : undefined
          }
        />
      ))}
    </ul>
  )
}

type RowProps = {
  row: HeaderRow
  label: string
  onEdit: (change: Partial<HeaderFields>) => void
  onRemove?: () => void
}

function Row({ row, label, onEdit, onRemove }: RowProps) {
  const noteId = useId()
  const note = reasonUnsent(row)
  const field = {
    type: 'text',
    className: `${shared.field} ${shared.mono}`,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-describedby': note ? noteId : undefined,
  }
  return (
    <li className={styles.header} data-off={!row.isUsed || undefined}>
      <label className={shared.check} title="Send this header">
        <input
          type="checkbox"
          aria-label={`${label} enabled`}
          checked={row.isUsed}
          onChange={(event) => onEdit({ isUsed: event.target.checked })}
        />
      </label>
      <input
        {...field}
        aria-label={`${label} name`}
        placeholder="Name"
        value={row.header}
        onChange={(event) => onEdit({ header: event.target.value })}
      />
      <input
        {...field}
        aria-label={`${label} value`}
        placeholder="Value"
        value={row.value}
        onChange={(event) => onEdit({ value: event.target.value })}
      />
      {onRemove && (
        <IconButton label={`Remove ${label.toLowerCase()}`} onClick={onRemove}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
      {note && (
        <p id={noteId} className={styles.unsent}>
          {note}
        </p>
      )}
    </li>
  )
}
