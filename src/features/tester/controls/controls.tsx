import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { isNow, type Settings } from '../../../contract/settings.ts'
import { changeSettings, controlsQuery } from '../../../data/controls.ts'
import { assignment } from '../../../pwa/assignment.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useKeptFocus } from '../../../ui/kept-focus.ts'
import { useInFlight } from '../../../ui/timing.ts'
import { formatMs } from '../format.ts'
import { describeCounts } from '../scenario/scenario.ts'
import { ScenarioForm } from '../scenario/scenario-form.tsx'
import shared from '../tester.module.css'
import styles from './controls.module.css'
import { DataControls } from './data-controls.tsx'
import { DefectControls } from './defect-controls.tsx'
import { ReportForm } from './report-form.tsx'
import { FailureForm, RuleList } from './rule-controls.tsx'
import { describeRules } from './rules.ts'

const SETTINGS = [
  {
    name: 'delay',
    title: 'Delay',
    state: ({ delay }: Settings) => formatMs(delay),
    field: { label: 'Milliseconds', type: 'number', min: 0, max: 60_000, required: true },
  },
  {
    name: 'now',
    title: 'Time',
    state: ({ now }: Settings) => now ?? 'Real time',
    field: {
      label: 'Time or offset',
      placeholder: '+2d',
    },
    hint: 'Such as 2026-05-01T12:00:00Z, +2d or -90m. Empty: the real time.',
    problem: (text: string) =>
      isNow(text) ? undefined : 'Enter a time in UTC from 1971 to 9998, or an offset.',
  },
  {
    name: 'idSeed',
    title: 'Id seed',
    state: ({ idSeed }: Settings) => String(idSeed ?? 'Random'),
    field: {
      label: 'Number',
      type: 'number',
      min: 0,
      max: 0xffff_ffff,
      placeholder: 'random',
    },
    hint: 'With the same number, new rows get the same ids. Empty: random ids.',
  },
] as const

/** Shows and changes the behavior and the data of the mock (R13). */
export function Controls() {
  const { data } = useQuery(controlsQuery)
  const { mutateAsync } = useMutation(changeSettings)
  const [change, busy] = useInFlight(mutateAsync)
  const keptFocus = useKeptFocus()
  const [size, setSize] = useState({ users: '50', posts: '500', seed: '1' })
  if (!data) return <p role="status">Loading the settings…</p>
  const { settings, counts, version, build } = data
  const { defects } = settings
  const generated = {
    users: Number(size.users),
    posts: Number(size.posts),
    seed: Number(size.seed),
  }
  return (
    <div {...keptFocus}>
      {assignment && <ReportForm assignment={assignment} />}
      <Group title="Failures" state={describeRules(settings)}>
        <FailureForm failures={settings.failures} busy={busy} onChange={change} />
        <RuleList settings={settings} busy={busy} onChange={change} />
      </Group>
      {SETTINGS.map(({ name, title, state, ...setting }) => (
        <Group key={name} title={title} state={state(settings)}>
          <SettingForm
            {...setting}
            title={title}
            value={String(settings[name] ?? '')}
            busy={busy}
            onSet={(value) => change(() => ({ [name]: value }))}
          />
        </Group>
      ))}
      {import.meta.env.MODE !== 'judged' && (
        <Group title="Planted defects" state={defects.length > 0 ? `${defects.length} on` : 'Off'}>
          <DefectControls on={defects} onChange={change} />
        </Group>
      )}
      <Group title="Data" state={describeCounts(counts)}>
        <DataControls counts={counts} size={size} onSize={setSize} generated={generated} />
      </Group>
      <Group title="Scenario link" state="All of this">
        <ScenarioForm {...{ settings, version, generated }} />
      </Group>
      <p className={shared.quiet}>
        Data version {version}
        {build && `, build ${build}`}
      </p>
    </div>
  )
}

type GroupProps = { title: string; state: string; children: ReactNode }

/** Controls of one subject, folded, with their state in words (R13.18). */
function Group({ title, state, children }: GroupProps) {
  return (
    <details className={styles.fold}>
      <summary>
        <h3>{title}</h3>: <span className={shared.quiet}>{state}</span>
      </summary>
      <div className={shared.stack}>{children}</div>
    </details>
  )
}

type SettingProps = {
  title: string
  field: ComponentProps<typeof TextField>
  hint?: string
  /** Returns what is wrong with a text that the field accepts. */
  problem?: (text: string) => string | undefined
  /** The current value; empty if it is not set. */
  value: string
  busy: boolean
  onSet: (value: string | number | null) => void
}

/** Changes one setting. */
function SettingForm({ title, field, hint, problem, value, busy, onSet }: SettingProps) {
  const hintId = useId()
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  // A new value replaces the text.
  if (value !== before) {
    setBefore(value)
    setText(value)
  }
  const [error, setError] = useState<string>()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = text.trim()
    const found = given === '' ? undefined : problem?.(given)
    setError(found)
    if (busy || found) return
    onSet(given === '' ? null : field.type === 'number' ? Number(given) : given)
  }
  return (
    <form className={shared.stack} aria-label={title} onSubmit={submit}>
      <div className={styles.line}>
        <TextField
          {...field}
          {...(hint && !error && { 'aria-describedby': hintId })}
          error={error}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Set {title.toLowerCase()}
        </Button>
      </div>
      {hint && (
        <p id={hintId} className={shared.quiet}>
          {hint}
        </p>
      )}
    </form>
  )
}
