import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { useInFlight } from './use-in-flight.ts'

type Props = {
  title: string
  text: string
  /** The button that does it. */
  action: string
  /** Does it; a promise lasts for as long as it is on its way. */
  onConfirm: () => unknown
  onClose: () => void
}

/** Asks before something is lost. The focus starts on Cancel. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: Props) {
  const [confirm, busy] = useInFlight(onConfirm)
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
