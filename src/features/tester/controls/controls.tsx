import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { changeSettings, controlsQuery } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import styles from './controls.module.css'
import { DataControls } from './data-controls.tsx'
import { DefectControls } from './defect-controls.tsx'
import { FailureForm, RuleList } from './rule-controls.tsx'

/** Shows and changes the behavior and the data of the mock (R13). */
export function Controls() {
  const { data } = useQuery(controlsQuery)
  const { mutateAsync } = useMutation(changeSettings)
  const [change, busy] = useInFlight(mutateAsync)
  if (!data) return <p role="status">Loading the settings…</p>
  const { settings, counts, version, build } = data
  return (
    <div className={styles.controls}>
      <DelayForm
        key={settings.delay}
        delay={settings.delay}
        busy={busy}
        onDelay={(delay) => change(() => ({ delay }))}
      />
      <FailureForm
        busy={busy}
        onAdd={(failure) => change(({ failures }) => ({ failures: [failure, ...failures] }))}
      />
      <RuleList settings={settings} busy={busy} onChange={change} />
      <DefectControls on={settings.defects} onChange={change} />
      <DataControls counts={counts} />
      <p className={styles.note}>
        Data version {version}
        {build && `, build ${build}`}
      </p>
    </div>
  )
}

type DelayProps = {
  /** The current delay in milliseconds. */
  delay: number
  busy: boolean
  onDelay: (delay: number) => void
}

/** Sets the minimum duration of every request. */
function DelayForm({ delay, busy, onDelay }: DelayProps) {
  const [text, setText] = useState(String(delay))
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onDelay(Number(text))
  }
  return (
    <form className={styles.group} aria-label="Delay" onSubmit={submit}>
      <h3>Delay</h3>
      <div className={styles.line}>
        <TextField
          label="Milliseconds"
          type="number"
          min={0}
          max={60_000}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={text === String(delay)}>
          Set delay
        </Button>
      </div>
    </form>
  )
}
