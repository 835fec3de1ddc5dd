import { type ClipboardEvent, type MouseEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type RequestForm, type TesterRequest, toForm } from '../request/tester-request.ts'
import { AddRequests } from '../saved/import-dialog.tsx'
import type { NewSaved } from '../saved/saved.ts'
import shared from '../tester.module.css'
import { ChooseRequest } from './choose-request.tsx'
import styles from './paste.module.css'
import { type Pasted, type PastedRequest, reasonRefused, toSaved } from './pasted.ts'
import { readPasted } from './read-pasted.ts'

type Props = {
  form: RequestForm
  onForm: (change: (form: RequestForm) => RequestForm) => void
}

/** Turns a request that is pasted into the endpoint into the request of the form (R14.21). Nothing is sent. */
export function usePaste({ form, onForm }: Props) {
  const [chooses, setChooses] = useState<Pasted>()
  const [saves, setSaves] = useState<{ requests: NewSaved[]; note?: string }>()
  const [read, setRead] = useState<{ notes: string[]; before?: RequestForm }>()

  function fill(request: PastedRequest, notes: string[]) {
    const { name: _, ...fields } = request
    setRead({ notes: ['Filled in from the pasted text, not sent.', ...notes], before: form })
    onForm(() => toForm(fields as TesterRequest))
    setChooses(undefined)
  }
  function onPaste(event: ClipboardEvent) {
    const pasted = readPasted(event.clipboardData.getData('text/plain'))
    setRead(undefined)
    if (!pasted) return
    event.preventDefault()
    const { requests, notes } = pasted
    const [first] = requests
    const refused = first && reasonRefused(first)
    if (requests.length > 1) setChooses(pasted)
    else if (first && !refused) fill(first, notes)
    else setRead({ notes: [...(refused ? [refused] : []), ...notes] })
    // One with a method that is kept can be saved (R14.27).
    const kept = first && refused && requests.length === 1 ? toSaved(first) : []
    if (kept.length > 0) setSaves({ requests: kept, note: refused })
  }
  function undo({ currentTarget: { form: fields } }: MouseEvent<HTMLButtonElement>) {
    onForm((current) => read?.before ?? current)
    setRead(undefined)
    // The button disappears.
    fields?.querySelector<HTMLElement>('[aria-label=Endpoint]')?.focus()
  }
  const status = (
    <div role="status" className={styles.status}>
      {read && (
        <div className={shared.facts}>
          <p>{read.notes.join(' ')}</p>
          {read.before && <Button onClick={undo}>Undo</Button>}
        </div>
      )}
    </div>
  )
  const dialog = saves ? (
    <AddRequests
      title={saves.note ? 'Save the pasted request?' : 'Save the pasted requests'}
      {...saves}
      onClose={() => setSaves(undefined)}
    />
  ) : (
    chooses && (
      <ChooseRequest
        pasted={chooses}
        onChoose={(request) => fill(request, chooses.notes)}
        onSaveAll={() => {
          setSaves({ requests: chooses.requests.flatMap(toSaved) })
          setChooses(undefined)
        }}
        onClose={() => setChooses(undefined)}
      />
    )
  )
  return { onPaste, status, dialog }
}
