import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/count.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import { toast } from '../../../ui/toast.ts'
import { MethodName } from '../parts.tsx'
import shared from '../tester.module.css'
import { useFragment } from '../use-fragment.ts'
import { readSaved } from './formats.ts'
import { changeSaved, MAX_SAVED, type NewSaved, savedQuery, withRequests } from './saved.ts'
import { decodeSaved, SAVED } from './saved-link.ts'

/** Adds the requests of files of other programs, after a preview. */
export function ImportSavedButton() {
  const read = useMutation({ mutationFn: readSaved })
  return (
    <>
      <FilePicker
        label="Import requests"
        accept=".bru,.zip,.json"
        multiple
        onFiles={(files) => files.length > 0 && read.mutate(files)}
        button={(open) => (
          <Button busy={read.isPending} onClick={open}>
            Import
          </Button>
        )}
      />
      {typeof read.data === 'string' && <Problem text={read.data} onClose={read.reset} />}
      {typeof read.data === 'object' && (
        <AddRequests title="Import requests" {...read.data} onClose={read.reset} />
      )}
    </>
  )
}

/** Shows the requests of a link in the address, and adds them once that is confirmed. Nothing is sent (R14.26). */
export function SavedLink() {
  const [fragment, close] = useFragment(SAVED)
  const { data } = useQuery({
    queryKey: ['tester', 'saved-link', fragment],
    queryFn: () => decodeSaved(fragment ?? '').catch((error: Error) => error.message),
    enabled: fragment !== undefined,
    gcTime: 0,
  })
  if (fragment === undefined || data === undefined) return null
  if (typeof data === 'string') return <Problem text={data} onClose={close} inAddress />
  return (
    <AddRequests title="Add the requests of this link?" requests={data} onClose={close} inAddress />
  )
}

type ProblemProps = { text: string; onClose: () => void; inAddress?: boolean }

function Problem({ text, onClose, inAddress }: ProblemProps) {
  return (
    <Dialog title="These requests can't be added" onClose={onClose} inAddress={inAddress}>
      <p role="alert">{text} Nothing was changed.</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

type PreviewProps = {
  title: string
  requests: readonly NewSaved[]
  leftOut?: readonly string[]
  /** What is special about them. */
  note?: string
  onClose: () => void
  inAddress?: boolean
}

/** Requests to add, before anything is changed. */
export function AddRequests(props: PreviewProps) {
  const { title, requests, leftOut = [], note, onClose, inAddress } = props
  const { data: list = [] } = useQuery(savedQuery)
  const { mutateAsync: change } = useMutation(changeSaved)
  const isAdded = useRef(false)
  const isFull = list.length + requests.length > MAX_SAVED
  const [add, busy] = useInFlight(async () => {
    // The second click of a double click, while the dialog closes.
    if (isAdded.current) return
    isAdded.current = true
    await change(withRequests(requests)).finally(onClose)
    toast('success', `Added ${count(requests.length, 'request')} to Saved`)
  })
  return (
    <Dialog title={title} onClose={onClose} inAddress={inAddress}>
      {note && <p>{note}</p>}
      <p>They are added to the end of your saved requests. Nothing is sent before you run them.</p>
      <ol className={shared.scroll} aria-label="Requests to add">
        {requests.map(({ name, request: { method, endpoint } }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <li key={index}>
            <MethodName method={method} /> <b>{name}</b>{' '}
            <span className={shared.mono}>{endpoint}</span>
          </li>
        ))}
      </ol>
      {leftOut.length > 0 && (
        <details>
          <summary className={shared.check}>{count(leftOut.length, 'part')} left out</summary>
          <ul className={shared.scroll}>
            {leftOut.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
              <li key={index}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {isFull && <p role="alert">There would be more than {MAX_SAVED} saved requests.</p>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={busy} aria-disabled={isFull} onClick={add}>
          {`Add ${count(requests.length, 'request')}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
