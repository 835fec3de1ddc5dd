import { useMutation, useQuery } from '@tanstack/react-query'
import { changeSettings, mockQuery } from '../../../api/mock.ts'
import styles from './controls.module.css'
import { DataControls } from './data-controls.tsx'
import { DelayForm } from './delay-form.tsx'
import { FailureForm } from './failure-form.tsx'
import { RuleList } from './rule-list.tsx'

/** How the mock behaves and what it holds, and how to change that (design §6). */
export function Controls() {
  const { data } = useQuery(mockQuery)
  const change = useMutation(changeSettings)
  if (!data) return <p role="status">Asking the mock…</p>
  const { settings, counts, version, build } = data
  return (
    <div className={styles.controls}>
      <DelayForm
        key={settings.delay}
        delay={settings.delay}
        busy={change.isPending}
        onDelay={(delay) => change.mutate(() => ({ delay }))}
      />
      <FailureForm
        busy={change.isPending}
        onAdd={(failure) => change.mutate(({ failures }) => ({ failures: [failure, ...failures] }))}
      />
      <RuleList settings={settings} busy={change.isPending} onChange={change.mutate} />
      <DataControls counts={counts} />
      <p className={styles.note}>
        Data version {version}
        {build && `, build ${build}`}
      </p>
    </div>
  )
}
