import { useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import { describeGiveProblem, giveAsFile } from '../../data/sync/hand-over.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './hand-over.module.css'

type Props = { viewer: ViewedUser; onClose: () => void }

/** Gives what waits on this phone to another one (R16.18). */
export function GiveDialog({ viewer, onClose }: Props) {
  const [text, setText] = useState('')
  const [share, busy] = useInFlight(async () => {
    setText('')
    const problem = await giveAsFile(viewer._id)
    setText(
      problem
        ? describeGiveProblem(problem)
        : 'Given. It stays here, too, until it is at the club.',
    )
  })
  return (
    <Dialog title="Give to a phone nearby" onClose={onClose}>
      <p className={styles.note}>
        The other phone shows your posts, and sends them when it has a signal. You can't take back
        what it has.
      </p>
      <p role="status">{text}</p>
      <DialogActions>
        <Button busy={busy} onClick={share}>
          Share as a file
        </Button>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
