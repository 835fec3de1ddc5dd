import { isClub } from '../../pwa/club.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

/** Shows a link to copy by hand, where the browser refuses to share or copy it. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title="Copy this link" onClose={onClose}>
      <TextField
        label="Link"
        hideLabel
        hint={isClub ? undefined : 'It opens on this device only: the post is nowhere else.'}
        readOnly
        autoFocus
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
