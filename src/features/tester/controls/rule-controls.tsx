import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { Failure, NewFailure } from '../../../contract/failures.ts'
import type { Settings } from '../../../contract/settings.ts'
import { changeSettings, withoutRules } from '../../../data/controls.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { endpoints } from '../api-list/endpoints.ts'
import type { Exchange } from '../response/exchange.ts'
import shared from '../tester.module.css'
import styles from './controls.module.css'
import { presets } from './presets.ts'
import {
  describeRule,
  EFFECTS,
  FIRST_EFFECT,
  FREQUENCIES,
  failureOf,
  overrideOf,
  presetOf,
  SLOW,
  withOverrides,
  withPreset,
} from './rules.ts'

const ROUTES = [
  { value: '* *', label: 'Every call' },
  ...endpoints
    .filter(({ call }) => !call.control)
    .map(({ name }) => ({ value: name, label: name })),
]
const SELECTS = [
  { key: 'route', label: 'Route', options: ROUTES },
  {
    key: 'effect',
    label: 'Failure',
    options: Object.keys(EFFECTS).map((name) => ({ value: name, label: name })),
  },
  { key: 'frequency', label: 'How often', options: FREQUENCIES },
] as const
const PRESETS = Object.keys(presets) as (keyof typeof presets)[]

type FormProps = {
  failures: readonly Failure[]
  busy: boolean
  onChange: (change: (settings: Settings) => { failures: NewFailure[] }) => void
}

/** Turns presets on and off, and adds a simulated failure for a route. */
export function FailureForm({ failures, busy, onChange }: FormProps) {
  const [chosen, setChosen] = useState({ route: '* *', effect: FIRST_EFFECT, frequency: 'always' })
  const [slow, setSlow] = useState({ p50: '1000', p95: '5000' })
  const isSlow = chosen.effect === SLOW
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const times = isSlow && { p50: Number(slow.p50), p95: Number(slow.p95) }
    const added = { ...failureOf(chosen), ...times }
    if (!busy) onChange((now) => ({ failures: [added, ...now.failures] }))
  }
  return (
    <form className={shared.stack} aria-label="Failures" onSubmit={submit}>
      <p className={shared.quiet}>Presets, each turned on and off by a click:</p>
      <div className={styles.line}>
        {PRESETS.map((name) => {
          const isOn = failures.some((failure) => presetOf(failure) === name)
          const toggle = () =>
            onChange((now) => ({ failures: withPreset(now.failures, isOn ? undefined : name) }))
          const variant = isOn ? 'primary' : 'outline'
          return (
            <Button key={name} variant={variant} aria-pressed={isOn} onClick={toggle}>
              {name}
            </Button>
          )
        })}
      </div>
      <div className={styles.line}>
        {SELECTS.map(({ key, ...field }) => (
          <div key={key} className={key === 'frequency' ? undefined : styles.broad}>
            <SelectField
              {...field}
              value={chosen[key]}
              onValue={(value) => setChosen({ ...chosen, [key]: value })}
            />
          </div>
        ))}
        {isSlow &&
          (['p50', 'p95'] as const).map((key) => (
            <TextField
              key={key}
              label={key === 'p50' ? 'Half within (ms)' : '95 % within (ms)'}
              type="number"
              min={key === 'p50' ? 1 : slow.p50}
              max={60_000}
              required
              value={slow[key]}
              onChange={(event) => setSlow({ ...slow, [key]: event.target.value })}
            />
          ))}
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
    <div className={shared.stack}>
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
  if (typeof override === 'string') return <p className={shared.quiet}>{override}</p>
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
