import { type SubmitEvent, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { TextArea } from './text-area.tsx'

type Props = {
  title: string
  /** Names the text area for those who hear it. */
  label: string
  /** The submitting button. */
  action: string
  text: string
  busy?: boolean
  onSubmit: (text: string) => void
  onClose: () => void
}

/** A dialog that edits one text. The text stays when the submit fails. */
export function TextDialog({ title, label, action, text, busy, onSubmit, onClose }: Props) {
  const [edited, setEdited] = useState(text)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit(edited)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <TextArea
          label={label}
          value={edited}
          rows={4}
          autoFocus
          onChange={(event) => setEdited(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
