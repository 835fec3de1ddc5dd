import { startTransition, useOptimistic } from 'react'
import type { Defect } from '../../../contract/defects.ts'
import type { Settings } from '../../../contract/settings.ts'
import { hints } from '../../../defects/hints.ts'
import styles from './controls.module.css'
import { Switches } from './switches.tsx'

const OPTIONS = Object.entries(hints).map(([key, effect]) => ({
  key: key as Defect,
  label: key,
  effect,
}))

type Props = {
  on: readonly Defect[]
  onChange: (change: (settings: Settings) => Partial<Settings>) => Promise<void>
}

/** Plants defects, for testers who want to see whether their tests find them. */
export function DefectControls({ on, onChange }: Props) {
  // A checkbox that changes only with the reply would fail Playwright's `check()`.
  const [shown, show] = useOptimistic(on)
  const change = (key: Defect, isOn: boolean) =>
    startTransition(async () => {
      const without = (all: readonly Defect[]) => all.filter((one) => one !== key)
      const changed = (all: readonly Defect[]) => [...without(all), ...(isOn ? [key] : [])]
      show(changed)
      await onChange(({ defects }) => ({ defects: changed(defects) }))
    })
  return (
    <details className={styles.group}>
      <summary>
        <h3>Planted defects{on.length > 0 && `: ${on.length} on`}</h3>
      </summary>
      <Switches
        legend="Does your test suite find them? A hint for each:"
        options={OPTIONS}
        isOn={(key) => shown.includes(key)}
        onChange={change}
      />
    </details>
  )
}
