import { Check, Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useEditor } from './editor-context.ts'
import { OwnClicks } from './own-clicks.tsx'
import { useIsPointed } from './pointed-rows.ts'
import { actionsOf, type RowAction } from './row-actions.ts'
import styles from './row-body.module.css'
import { rowName } from './row-text.ts'
import type { Row } from './rows.ts'

const ICONS = { edit: Pencil, add: Plus, copy: Copy, remove: Trash2 }

/** The words on a row's buttons. */
export function actionText(action: RowAction, row: Row): string {
  const add = Array.isArray(row.value) ? 'Add item to' : 'Add key to'
  return { edit: 'Edit', add, copy: 'Copy', remove: 'Remove' }[action]
}

/**
 * The buttons of a row: all of them where a mouse points or the focus is, and one for all of them
 * where only a finger can point. Not tab stops: the keys of the tree do the same.
 */
export function RowActions({ row }: { row: Row }) {
  const { label, pointed, readOnly, touch, copied, act, showActions } = useEditor()
  const shown = useIsPointed(pointed, row.id)
  const name = rowName(row, label)
  if (touch)
    return (
      <OwnClicks className={styles.one}>
        <IconButton label={`Actions for ${name}`} tabIndex={-1} onClick={() => showActions(row)}>
          {copied === row.id ? <Check size={20} className={styles.tick} /> : <Ellipsis size={20} />}
        </IconButton>
      </OwnClicks>
    )
  if (!shown && copied !== row.id) return null
  return (
    <OwnClicks className={styles.actions}>
      {actionsOf(row, readOnly).map((action) => {
        const done = action === 'copy' && copied === row.id
        const Icon = done ? Check : ICONS[action]
        return (
          <IconButton
            key={action}
            tabIndex={-1}
            className={done ? styles.tick : undefined}
            label={done ? `Copied ${name}` : `${actionText(action, row)} ${name}`}
            onClick={() => act(action, row)}
          >
            <Icon size={16} />
          </IconButton>
        )
      })}
    </OwnClicks>
  )
}
