import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { viewerQuery } from '../../../data/auth.ts'
import { changeSettings } from '../../../data/controls.ts'
import { hasControls } from '../../../pwa/club.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/count.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import { toast } from '../../../ui/toast.ts'
import { describeRule, withOverrides } from '../controls/rules.ts'
import { visible } from '../format.ts'
import { decodeSaved, SAVED } from '../formats/own-file.ts'
import type { Imported } from '../formats/reading.ts'
import { inWorker } from '../in-worker.ts'
import { ProblemDialog } from '../parts.tsx'
import { withSecretVariables } from '../redact.ts'
import { isSendable, methodProblem, type Sendable } from '../request/request-model.ts'
import { RequestSummary } from '../request/request-summary.tsx'
import shared from '../tester.module.css'
import { useFragment } from '../use-link.ts'
import { MAX_SAVED } from './names.ts'
import { changeSaved, type NewSaved, savedQuery, withRequests } from './saved.ts'

const REFUSED = "These requests can't be added"

/** Adds the requests of files of other programs, after a preview. */
export function ImportSavedButton() {
  const read = useMutation({
    mutationFn: (file: File) =>
      inWorker('readFile', file, 30).catch(
        (error: Error): Imported => ({ requests: [], leftOut: [], problem: error.message }),
      ),
  })
  return (
    <>
      <FilePicker
        label="Import requests"
        accept=".json,.har,.yaml,.yml,.sh,.txt"
        onFiles={([file]) => file && read.mutate(file)}
        button={(open) => (
          <Button busy={read.isPending} onClick={open}>
            Import
          </Button>
        )}
      />
      {read.data?.problem ? (
        <ProblemDialog title={REFUSED} text={read.data.problem} onClose={read.reset} />
      ) : (
        read.data && <AddRequests title="Import requests" {...read.data} onClose={read.reset} />
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
  if (typeof data === 'string')
    return <ProblemDialog title={REFUSED} text={data} onClose={close} inAddress />
  return (
    <AddRequests title="Add the requests of this link?" requests={data} onClose={close} inAddress />
  )
}

type PreviewProps = {
  title: string
  requests: readonly NewSaved[]
  leftOut?: readonly string[]
  replies?: Imported['replies']
  /** What is special about them. */
  note?: string
  /** Takes one into the form, in place of adding all. */
  onChoose?: (request: Sendable) => void
  onClose: () => void
  inAddress?: boolean
}

/** Requests to add, before anything is changed. */
export function AddRequests(props: PreviewProps) {
  const { title, leftOut = [], replies, note, onChoose, onClose, inAddress } = props
  const { requests, names } = useMemo(() => withSecretVariables(props.requests), [props.requests])
  const { data: list = [] } = useQuery(savedQuery)
  const { data: viewer } = useQuery(viewerQuery)
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
        {requests.map(({ name, request }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <li key={index}>
            <b>{visible(name)}</b>
            <RequestSummary request={request} viewer={viewer?.username} />
            {onChoose && <Choose saved={props.requests[index]} onChoose={onChoose} />}
          </li>
        ))}
      </ol>
      {names.length > 0 && (
        <p>
          {count(names.length, 'secret')} of it became{' '}
          {names.length === 1 ? 'a variable' : 'variables'} without a value: {names.join(', ')}.
          Type the values under Saved.
        </p>
      )}
      <LeftOut parts={leftOut} />
      {hasControls && replies && <Replies {...replies} onClose={onClose} />}
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

type ChooseProps = { saved?: NewSaved; onChoose: (request: Sendable) => void }

function Choose({ saved, onChoose }: ChooseProps) {
  if (!saved) return null
  const { name, request } = saved
  if (!isSendable(request)) return <p className={shared.quiet}>{methodProblem(request.method)}</p>
  return <Button onClick={() => onChoose(request)}>{`Use ${visible(name)}`}</Button>
}

type RepliesProps = NonNullable<Imported['replies']> & { onClose: () => void }

/** The answers of a HAR, which the mock can give (R14.18). */
function Replies({ overrides, leftOut, onClose }: RepliesProps) {
  const change = useMutation(changeSettings)
  const serve = () =>
    change.mutate((settings) => withOverrides(settings, overrides), {
      onSuccess: () => toast('success', 'The mock now answers as in the HAR'),
      onSettled: onClose,
    })
  return (
    <section aria-label="Replies">
      {overrides.length > 0 && (
        <>
          <p>
            Or let the mock answer as recorded, in this order; then the last one repeats. The part
            of an address after ? is ignored.
          </p>
          <ul className={shared.scroll} aria-label="Overrides">
            {overrides.map((override, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
              <li key={index}>
                <code>{describeRule(override)}</code>
              </li>
            ))}
          </ul>
          <Button busy={change.isPending} onClick={serve}>
            Answer as recorded
          </Button>
        </>
      )}
      {leftOut.length > 0 && <p>No answers of the mock: {leftOut.join('; ')}.</p>}
    </section>
  )
}

/** The parts of a text that its requests do not have, in groups. */
export function LeftOut({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null
  return (
    <>
      <p>Left out:</p>
      <ul className={shared.scroll} aria-label="Left out">
        {parts.map((text) => (
          <li key={text}>{visible(text)}</li>
        ))}
      </ul>
    </>
  )
}
