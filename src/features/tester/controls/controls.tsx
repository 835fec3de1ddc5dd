import { useMutation, useQuery } from '@tanstack/react-query'
import { changeSettings, controlsQuery } from '../../../data/controls.ts'
import { useInFlight } from '../../../ui/use-in-flight.ts'
import styles from './controls.module.css'
import { DataControls } from './data-controls.tsx'
import { DelayForm } from './delay-form.tsx'
import { FailureForm } from './failure-form.tsx'
import { RuleList } from './rule-list.tsx'

/** How the mock behaves and what it holds, and how to change that (design §6). */
export function Controls() {
  const { data } = useQuery(controlsQuery)
  const { mutateAsync } = useMutation(changeSettings)
  const [change, busy] = useInFlight(mutateAsync)
  if (!data) return <p role="status">Asking the mock…</p>
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
      <DataControls counts={counts} />
      <p className={styles.note}>
        Data version {version}
        {build && `, build ${build}`}
      </p>
    </div>
  )
}
