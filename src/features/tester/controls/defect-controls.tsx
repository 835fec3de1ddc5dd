import { startTransition, useOptimistic } from 'react'
import type { Defect } from '../../../contract/defects.ts'
import type { Settings } from '../../../contract/settings.ts'
import { hints } from '../../../defects/hints.ts'
import shared from '../tester.module.css'
import styles from './controls.module.css'

const HINTS = Object.entries(hints) as [Defect, string][]

type Props = {
  on: Settings['defects']
  onChange: (change: (settings: Settings) => Partial<Settings>) => Promise<void>
}

/** Plants defects, for testers who want to see whether their tests find them. */
export function DefectControls({ on, onChange }: Props) {
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
    <fieldset className={styles.faults}>
      <legend>Does your test suite find them? A hint for each:</legend>
      {HINTS.map(([key, hint]) => (
        <label key={key} className={shared.check}>
          <input
            type="checkbox"
            checked={shown.includes(key)}
            onChange={({ target }) => change(key, target.checked)}
          />
          <span>
            {key}
            <small className={shared.quiet}>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
