import { type ClipboardEvent, type MouseEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Imported } from '../formats/reading.ts'
import { mayBeRequest } from '../formats/recognise.ts'
import { inWorker } from '../in-worker.ts'
import { AddRequests } from '../saved/import-dialog.tsx'
import shared from '../tester.module.css'
import {
  isSendable,
  methodProblem,
  type RequestForm,
  type Sendable,
  toForm,
} from './request-model.ts'

type Props = {
  form: RequestForm
  onForm: (change: (form: RequestForm) => RequestForm) => void
  isPending: boolean
}

/** Turns a request that is pasted into the endpoint into the request of the form (R14.21). Nothing is sent. */
export function usePaste({ form, onForm, isPending }: Props) {
  const [preview, setPreview] = useState<Imported & { note: string }>()
  const [read, setRead] = useState<{ notes: string[]; before?: RequestForm }>()

  // "Not sent" ends when it is sent.
  const [wasPending, setWasPending] = useState(isPending)
  if (isPending !== wasPending) {
    setWasPending(isPending)
    if (isPending) setRead(undefined)
  }

  function fill(request: Sendable, leftOut: string[]) {
    setRead({
      notes: ['Filled in from the pasted text, not sent.', ...leftOutNote(leftOut)],
      before: form,
    })
    onForm(() => toForm(request))
    setPreview(undefined)
  }
  async function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text/plain')
    setRead(undefined)
    if (!mayBeRequest(text)) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const imported = await inWorker('readText', text, 10).catch(
      (error: Error): Imported => ({ requests: [], leftOut: [], problem: error.message }),
    )
    if (!imported) {
      const line = text.replace(/[\r\n]+/g, '')
      const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0]
      const insert = (old: string) => old.slice(0, start) + line + old.slice(end)
      return onForm((old) => ({ ...old, endpoint: insert(old.endpoint) }))
    }
    const { requests, leftOut, problem } = imported
    const { request } = requests[0] ?? {}
    if (requests.length > 1)
      setPreview({
        ...imported,
        note: `The pasted text has ${requests.length} requests. Use one in the form, or add all. None is sent.`,
      })
    else if (!request || problem)
      setRead({ notes: [problem ?? 'There is no request in it.', ...leftOutNote(leftOut)] })
    else if (isSendable(request)) fill(request, leftOut)
    else {
      // One with a method that is kept can be saved (R14.27).
      const note = methodProblem(request.method)
      setRead({ notes: [note, ...leftOutNote(leftOut)] })
      setPreview({ ...imported, note })
    }
  }
  function undo({ currentTarget: { form: fields } }: MouseEvent<HTMLButtonElement>) {
    onForm((current) => read?.before ?? current)
    setRead(undefined)
    // The button disappears.
    fields?.querySelector<HTMLElement>('[aria-label=Endpoint]')?.focus()
  }
  const status = (
    <div role="status" className={shared.noBox}>
      {read && (
        <div className={shared.facts}>
          <p>{read.notes.join(' ')}</p>
          {read.before && <Button onClick={undo}>Undo</Button>}
        </div>
      )}
    </div>
  )
  const isChoice = preview && preview.requests.length > 1
  const dialog = preview && (
    <AddRequests
      title={isChoice ? 'Choose a request' : 'Save the pasted request?'}
      {...preview}
      onChoose={isChoice ? (request) => fill(request, preview.leftOut) : undefined}
      onClose={() => setPreview(undefined)}
    />
  )
  return { onPaste, status, dialog }
}

const leftOutNote = (leftOut: readonly string[]) =>
  leftOut.length > 0 ? [`Left out: ${leftOut.join('; ')}.`] : []
