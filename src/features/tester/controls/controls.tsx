import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type SubmitEvent, useState } from 'react'
import { isAssignment } from '../../../contract/assignments.ts'
import { isNow } from '../../../contract/settings.ts'
import { changeSettings, controlsQuery } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useKeptFocus } from '../../../ui/kept-focus.ts'
import { useInFlight } from '../../../ui/timing.ts'
import { ReportForm } from '../assignment/report-form.tsx'
import { ScenarioForm } from '../scenario/scenario-form.tsx'
import styles from './controls.module.css'
import { DataControls } from './data-controls.tsx'
import { DefectControls } from './defect-controls.tsx'
import { FailureForm, RuleList } from './rule-controls.tsx'

const SETTINGS = [
  {
    name: 'delay',
    title: 'Delay',
    field: { label: 'Milliseconds', type: 'number', min: 0, max: 60_000, required: true },
  },
  {
    name: 'now',
    title: 'Time',
    field: {
      label: 'Time or offset',
      placeholder: '+2d',
      hint: 'Such as 2026-05-01T12:00:00Z, +2d or -90m. Empty: the real time.',
    },
    problem: (text: string) =>
      isNow(text) ? undefined : 'Enter a time in UTC from 1971 to 9998, or an offset.',
  },
  {
    name: 'idSeed',
    title: 'Id seed',
    field: {
      label: 'Number',
      type: 'number',
      min: 0,
      max: 0xffff_ffff,
      placeholder: 'random',
      hint: 'With the same number, new rows get the same ids. Empty: random ids.',
    },
  },
] as const

/** Shows and changes the behavior and the data of the mock (R13). */
export function Controls() {
  const { data } = useQuery(controlsQuery)
  const { mutateAsync } = useMutation(changeSettings)
  const [change, busy] = useInFlight(mutateAsync)
  const keptFocus = useKeptFocus()
  if (!data) return <p role="status">Loading the settings…</p>
  const { settings, counts, version, build } = data
  return (
    <div {...keptFocus} className={styles.controls}>
      {SETTINGS.map(({ name, ...setting }) => (
        <SettingForm
          key={name}
          {...setting}
          value={String(settings[name] ?? '')}
          busy={busy}
          onSet={(value) => change(() => ({ [name]: value }))}
        />
      ))}
      <FailureForm failures={settings.failures} busy={busy} onChange={change} />
      <RuleList settings={settings} busy={busy} onChange={change} />
      {settings.defects.filter(isAssignment).map((assignment) => (
        <ReportForm key={assignment} assignment={assignment} />
      ))}
      <DefectControls on={settings.defects} version={version} onChange={change} />
      <DataControls counts={counts}>
        {(generated) => <ScenarioForm {...{ settings, version, generated }} />}
      </DataControls>
      <p className={styles.note}>
        Data version {version}
        {build && `, build ${build}`}
      </p>
    </div>
  )
}

type SettingProps = {
  title: string
  field: ComponentProps<typeof TextField>
  /** Returns what is wrong with a text that the field accepts. */
  problem?: (text: string) => string | undefined
  /** The current value; empty if it is not set. */
  value: string
  busy: boolean
  onSet: (value: string | number | null) => void
}

/** Changes one setting. */
function SettingForm({ title, field, problem, value, busy, onSet }: SettingProps) {
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
    <form className={styles.group} aria-label={title} onSubmit={submit}>
      <h3>{title}</h3>
      <div className={'hint' in field ? styles.group : styles.line}>
        <TextField
          {...field}
          error={error}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Set {title.toLowerCase()}
        </Button>
      </div>
    </form>
  )
}
