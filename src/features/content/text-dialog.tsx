import type { SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useInFlight } from '../../ui/use-in-flight.ts'

type Props = {
  title: string
  /** Names the text area for those who hear it. */
  label: string
  /** The submitting button. */
  action: string
  text: string
  onText: (text: string) => void
  /** Sends it; a promise lasts for as long as it is on its way. */
  onSubmit: () => unknown
  /** Cancel: what was typed is not wanted. */
  onDiscard: () => void
  /** Escape or a click outside, which can be slips: what was typed is kept. */
  onClose: () => void
}

/** A dialog that edits one text. The text stays when the submit fails. */
export function TextDialog(props: Props) {
  const { title, label, action, text, onText, onSubmit, onDiscard, onClose } = props

  const [send] = useInFlight(onSubmit)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <TextArea
          label={label}
          value={text}
          rows={4}
          autoFocus
          onChange={(event) => onText(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onDiscard}>Cancel</Button>
          <Button type="submit" look="primary">
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
