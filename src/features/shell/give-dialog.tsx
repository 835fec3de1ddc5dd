import { useEffect, useState } from 'react'
import type { GiveProblem } from '../../../sync/messages.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { countOf } from '../../data/sync/describe-write.ts'
import { GIVE_PROBLEMS, giveAsCodes, giveAsFile } from '../../data/sync/hand-over.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { CodeLoop } from './code-loop.tsx'
import styles from './hand-over.module.css'

type Props = { viewer: ViewedUser; onClose: () => void }

/** Gives what waits on this phone to another one, as codes on the screen or as a file (R16.19). */
export function GiveDialog({ viewer, onClose }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<GiveProblem>()
  /** A file that the last press could not share any more. */
  const [ready, setReady] = useState<File>()
  const [bundle, setBundle] = useState<{ bytes: Uint8Array; writes: number }>()
  const [show] = useInFlight(async () => {
    const given = await giveAsCodes(viewer._id)
    if ('problem' in given) setProblem(given.problem)
    else setBundle(given)
  })
  const canGive = bundle || problem === 'tooLong'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    show()
  }, [])
  const [share, isSharing] = useInFlight(async () => {
    const rest = await giveAsFile(viewer._id, ready)
    const isReady = rest instanceof File
    setReady(isReady ? rest : undefined)
    setText(
      isReady
        ? 'The file is ready. Press the button again.'
        : rest
          ? GIVE_PROBLEMS[rest]
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
      {canGive && (
        <p className={styles.note}>
          The other phone shows your posts and comments, and sends everything when it has a signal.
          You can't take back what it has. Pictures go with a file; without one, they follow when
          you have a signal.
        </p>
      )}
      <p role="status">{text || (problem && GIVE_PROBLEMS[problem])}</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {canGive && (
          <Button variant="outline" busy={isSharing} onClick={share}>
            Share as a file
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function changes(count: number): string {
  return countOf(Array(count).fill(0))
}
