import { startTransition, useOptimistic } from 'react'
import { countDefects } from '../../../contract/count-defects.ts'
import type { Defect } from '../../../contract/defects.ts'
import type { Settings } from '../../../contract/settings.ts'
import { hints } from '../../../defects/hints.ts'
import { AssignmentForm } from '../assignment/assignment-form.tsx'
import styles from './controls.module.css'
import { Switches } from './switches.tsx'

const OPTIONS = Object.entries(hints).map(([key, effect]) => ({
  key: key as Defect,
  label: key,
  effect,
}))

type Props = {
  on: Settings['defects']
  /** Of the data. */
  version: number
  onChange: (change: (settings: Settings) => Partial<Settings>) => Promise<void>
}

/** Plants defects, for testers who want to see whether their tests find them. */
export function DefectControls({ on, version, onChange }: Props) {
  // A checkbox that changes only with the reply would fail Playwright's `check()`.
  const [shown, show] = useOptimistic(on)
  const change = (key: Defect, isOn: boolean) =>
    startTransition(async () => {
      const without = (all: typeof on) => all.filter((one) => one !== key)
      const changed = (all: typeof on) => [...without(all), ...(isOn ? [key] : [])]
      show(changed)
      await onChange(({ defects }) => ({ defects: changed(defects) }))
    })
  return (
    <details className={styles.group}>
      <summary>
        <h3>Planted defects{on.length > 0 && `: ${countDefects(on)} on`}</h3>
      </summary>
      <Switches
        legend="Does your test suite find them? A hint for each:"
        options={OPTIONS}
        isOn={(key) => shown.includes(key)}
        onChange={change}
      />
      <AssignmentForm version={version} />
    </details>
  )
}
