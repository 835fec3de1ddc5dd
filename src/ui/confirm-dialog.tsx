import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

type Props = {
  title: string
  text: string
  /** The button that does it. */
  action: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost. The focus starts on Cancel. */
export function ConfirmDialog({ title, text, action, busy, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
