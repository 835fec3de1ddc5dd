import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { NewFailure, Settings } from '../../../contract/settings.ts'
import { changeSettings, withoutRules } from '../../../data/controls.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { endpoints } from '../api-list/endpoints.ts'
import { formatStatus } from '../format.ts'
import type { Exchange } from '../response/exchange.ts'
import styles from './controls.module.css'
import { describeRule, FREQUENCIES, failureOf, overrideOf, withOverrides } from './rules.ts'

const ROUTES = [
  { value: '* *', label: 'Every call' },
  ...endpoints
    .filter(({ call }) => !call.control)
    .map(({ name }) => ({ value: name, label: name })),
]
const STATUSES = [
  ...[500, 503, 507, 400, 401, 404, 422, 429].map((status) => ({
    value: String(status),
    label: formatStatus(status),
  })),
  { value: '0', label: 'No reply' },
]

type FormProps = { busy: boolean; onAdd: (failure: NewFailure) => void }

/** Adds a simulated failure for a route. */
export function FailureForm({ busy, onAdd }: FormProps) {
  const [route, setRoute] = useState('* *')
  const [status, setStatus] = useState('500')
  const [frequency, setFrequency] = useState('always')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!busy) onAdd(failureOf(route, Number(status), frequency))
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
          options={FREQUENCIES}
          value={frequency}
          onValue={setFrequency}
        />
        <Button type="submit" busy={busy}>
          Add failure
        </Button>
      </div>
    </form>
  )
}

type ListProps = {
  settings: Settings
  busy: boolean
  onChange: (change: (settings: Settings) => Partial<Settings>) => void
}

/** Lists the active failures and overrides and removes them one by one or all at once. */
export function RuleList({ settings, busy, onChange }: ListProps) {
  const rules = [...settings.failures, ...settings.overrides]
  if (rules.length === 0) return null
  const remove = (removed: string | undefined) =>
    onChange(({ failures, overrides }) => ({
      failures: failures.filter(({ id }) => id !== removed),
      overrides: overrides.filter(({ id }) => id !== removed),
    }))
  return (
    <div className={styles.group}>
      <ul className={styles.rules} aria-label="Failures and overrides">
        {rules.map((rule) => (
          <li key={rule.id} className={styles.rule}>
            <p>{describeRule(rule)}</p>
            <IconButton label={`Remove: ${describeRule(rule)}`} onClick={() => remove(rule.id)}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        <Button busy={busy} onClick={() => onChange(withoutRules)}>
          Remove all
        </Button>
      </div>
    </div>
  )
}

/** Adds an override to the mock that serves the shown response, including its edits, for its route. */
export function ServeResponse({ exchange }: { exchange?: Exchange }) {
  const [isOpen, setIsOpen] = useState(false)
  const change = useMutation(changeSettings)
  const override = exchange && overrideOf(exchange)
  if (!override) return null
  if (typeof override === 'string') return <p className={styles.note}>{override}</p>
  const { method, path, status } = override

  const serve = (limit: { times?: number }) =>
    change.mutate((settings) => withOverrides(settings, [{ ...override, ...limit }]), {
      onSuccess: () => toast('success', `${method} ${path} now returns this response`),
      onSettled: () => setIsOpen(false),
    })

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Mock this response</Button>
      {isOpen && (
        <Dialog title="Mock this response" onClose={() => setIsOpen(false)}>
          <p>
            {method} {path} will return status {status} and the data shown here.
          </p>
          <DialogActions>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button busy={change.isPending} onClick={() => serve({ times: 1 })}>
              Once
            </Button>
            <Button variant="primary" busy={change.isPending} onClick={() => serve({})}>
              Until cleared
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
