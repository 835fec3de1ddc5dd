import { useId } from 'react'
import { TextArea } from '../../../ui/text-area.tsx'
import styles from './body-field.module.css'
import type { RequestForm } from './tester-request.ts'

type Props = Pick<RequestForm, 'method' | 'bodyText' | 'bodyError'> & {
  onText: (text: string) => void
}

/** The body as JSON text, with the error line under it (spec §5). */
export function BodyField({ method, bodyText, bodyError, onText }: Props) {
  const noteId = useId()
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        Body
      </span>
      <TextArea
        label="Body"
        className={styles.area}
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        aria-invalid={bodyError ? true : undefined}
        aria-describedby={noteId}
        value={bodyText}
        onChange={(event) => onText(event.target.value)}
      />
      <div id={noteId} className={styles.notes} aria-live="polite">
        {bodyError && <p className={styles.error}>{bodyError}</p>}
        {bodyError && method !== 'GET' && <p>Submit sends the last body that was valid.</p>}
        {method === 'GET' && <p>GET takes no body: this one is not sent.</p>}
      </div>
    </div>
  )
}
