import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './dialogs.module.css'
import { actionsOf, type RowAction } from './row-actions.ts'
import { actionText } from './row-buttons.tsx'
import type { Row } from './rows.ts'

type Props = {
  row: Row
  name: string
  readOnly: boolean
  onAction: (action: RowAction) => void
  onClose: () => void
}

/** The actions of a row for a finger. */
export function RowDialog({ row, name, readOnly, onAction, onClose }: Props) {
  return (
    <Dialog title={name} onClose={onClose}>
      <div className={styles.choices}>
        {actionsOf(row, readOnly).map((action) => (
          <Button
            key={action}
            look={action === 'remove' ? 'danger' : 'plain'}
            onClick={() => onAction(action)}
          >
            {actionText(action, row).replace(/ to$/, '')}
          </Button>
        ))}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
