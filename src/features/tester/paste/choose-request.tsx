import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import shared from '../tester.module.css'
import styles from './paste.module.css'
import { type Pasted, type PastedRequest, reasonRefused } from './pasted.ts'

type Props = {
  pasted: Pasted
  onChoose: (request: PastedRequest) => void
  onSaveAll: () => void
  onClose: () => void
}

/** Lists the requests of a pasted text, one of which becomes the request of the form. */
export function ChooseRequest({ pasted, onChoose, onSaveAll, onClose }: Props) {
  const { requests, notes } = pasted
  return (
    <Dialog title="Choose a request" onClose={onClose}>
      <p>The pasted text has {requests.length} requests. None is sent.</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <ul className={`${shared.scroll} ${styles.requests}`} aria-label="Requests">
        {requests.map((request, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={index}>
            <Item request={request} onChoose={() => onChoose(request)} />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onSaveAll}>Save all</Button>
      </DialogActions>
    </Dialog>
  )
}

function Item({ request, onChoose }: { request: PastedRequest; onChoose: () => void }) {
  const refused = reasonRefused(request)
  const text = (
    <>
      <code>
        {request.method} {request.endpoint}
      </code>
      {request.name && <small className={shared.quiet}>{request.name}</small>}
    </>
  )
  if (!refused)
    return (
      <button type="button" className={styles.request} onClick={onChoose}>
        {text}
      </button>
    )
  return (
    <div className={styles.request}>
      {text}
      <small className={shared.quiet}>{refused}</small>
    </div>
  )
}
