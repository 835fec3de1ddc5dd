import { type SubmitEvent, useState } from 'react'
import type { NewFailure } from '../../../contract/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { endpoints } from '../api-list/endpoints.ts'
import { statusLine } from '../response/status-text.ts'
import styles from './controls.module.css'
import { failureOf, OFTEN, type Often } from './mock-rules.ts'

const ROUTES = [
  { value: '* *', label: 'Every call' },
  ...endpoints
    .filter(({ call }) => !call.control)
    .map(({ name }) => ({ value: name, label: name })),
]
const STATUSES = [
  ...[500, 503, 507, 400, 401, 404, 422, 429].map((status) => ({
    value: String(status),
    label: statusLine(status, ''),
  })),
  { value: '0', label: 'No answer' },
]

/** Makes calls fail on purpose, by route and status. */
export function FailureForm({
  busy,
  onAdd,
}: {
  busy: boolean
  onAdd: (failure: NewFailure) => void
}) {
  const [route, setRoute] = useState('* *')
  const [status, setStatus] = useState('500')
  const [often, setOften] = useState<Often>('always')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!busy) onAdd(failureOf(route, Number(status), often))
  }
  return (
    <form className={styles.group} aria-label="Failures" onSubmit={submit}>
      <h3>Failures</h3>
      <div className={styles.line}>
        <div className={styles.broad}>
          <SelectField label="Route" options={ROUTES} value={route} onValue={setRoute} />
        </div>
        <SelectField label="Status" options={STATUSES} value={status} onValue={setStatus} />
        <SelectField
          label="How often"
          options={OFTEN}
          value={often}
          onValue={(value) => setOften(value as Often)}
        />
        <Button type="submit" busy={busy}>
          Add failure
        </Button>
      </div>
    </form>
  )
}
