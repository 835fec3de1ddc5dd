import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

type Props = { text: string; onClose: () => void }

/** What is to be copied, selected, where the browser does not let the page write to the clipboard. */
export function CopyDialog({ text, onClose }: Props) {
  return (
    <Dialog title="Copy it yourself" onClose={onClose}>
      <p>
        The browser keeps the clipboard from this page. The text is selected: copy it from here.
      </p>
      <TextArea
        label="Text to copy"
        rows={8}
        readOnly
        autoFocus
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
