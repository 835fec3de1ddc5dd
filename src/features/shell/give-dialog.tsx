import { useEffect, useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import { countOf } from '../../data/sync/describe-write.ts'
import { describeGiveProblem, giveAsCodes, giveAsFile } from '../../data/sync/hand-over.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { CodeLoop } from './code-loop.tsx'
import styles from './hand-over.module.css'

type Props = { viewer: ViewedUser; onClose: () => void }

/** Gives what waits on this phone to another one, as codes on the screen or as a file (R16.19). */
export function GiveDialog({ viewer, onClose }: Props) {
  const [text, setText] = useState('')
  /** A file that the last press could not share any more. */
  const [ready, setReady] = useState<File>()
  const [bundle, setBundle] = useState<{ bytes: Uint8Array; writes: number }>()
  const [show, isMaking] = useInFlight(async () => {
    const given = await giveAsCodes(viewer._id)
    if ('problem' in given) setText(describeGiveProblem(given.problem))
    else setBundle(given)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    show()
  }, [])
  const [share, isSharing] = useInFlight(async () => {
    const rest = await giveAsFile(viewer._id, ready)
    const next = rest instanceof File ? rest : undefined
    setReady(next)
    setText(
      next
        ? 'The file is ready. Press the button again.'
        : typeof rest === 'string'
          ? describeGiveProblem(rest)
          : 'The file is shared, or in your downloads. Your changes stay here, too, until they are at the club.',
    )
  })
  return (
    <Dialog title="Give to a phone nearby" onClose={onClose}>
      {bundle && (
        <>
          <p>
            On the other phone, choose “Take” and point its camera here: {changes(bundle.writes)}.
          </p>
          <CodeLoop bytes={bundle.bytes} />
        </>
      )}
      <p className={styles.note}>
        The other phone shows your posts, and sends them when it has a signal. You can't take back
        what it has. Pictures go with a file; without one, they follow when you have a signal.
      </p>
      <p role="status">{text}</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="outline" busy={isSharing || isMaking} onClick={share}>
          Share as a file
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function changes(count: number): string {
  return countOf(Array(count).fill(0))
}
