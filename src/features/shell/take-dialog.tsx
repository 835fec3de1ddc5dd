import { useState } from 'react'
import { BUNDLE_ENDING, describeTaken, take } from '../../data/sync/hand-over.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { useFileDrop } from '../../ui/files.ts'
import styles from './hand-over.module.css'

/** Takes what another phone gives (R16.18). */
export function TakeDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  async function read(files: File[]): Promise<void> {
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      setText(describeTaken(await take(bytes)))
    }
  }
  const { dragging, ...fileEvents } = useFileDrop(read)
  return (
    <Dialog title="Take from a phone nearby" onClose={onClose}>
      <div className={styles.drop} data-dragging={dragging || undefined} {...fileEvents}>
        <p className={styles.note}>
          Ask the other phone to choose “Give”. Open the file that it shares, or drop it here.
        </p>
        <FilePicker
          accept={`${BUNDLE_ENDING},.txt`}
          label="File from the other phone"
          onFiles={read}
          button={(open) => <Button onClick={open}>Open a file</Button>}
        />
      </div>
      <p role="status">{text}</p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
