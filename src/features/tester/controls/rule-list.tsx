import { X } from 'lucide-react'
import type { Settings } from '../../../contract/settings.ts'
import { withoutRules } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './controls.module.css'
import { describeRule } from './mock-rules.ts'

type Props = {
  settings: Settings
  busy: boolean
  onChange: (change: (settings: Settings) => Partial<Settings>) => void
}

/** The failures and served responses that are on, to be ended one by one or all at once. */
export function RuleList({ settings, busy, onChange }: Props) {
  const rules = [...settings.failures, ...settings.overrides]
  if (rules.length === 0) return null
  const without = (gone: string | undefined) =>
    onChange(({ failures, overrides }) => ({
      failures: failures.filter(({ id }) => id !== gone),
      overrides: overrides.filter(({ id }) => id !== gone),
    }))
  return (
    <div className={styles.group}>
      <ul className={styles.rules} aria-label="On purpose">
        {rules.map((rule) => (
          <li key={rule.id} className={styles.rule}>
            <p>{describeRule(rule)}</p>
            <IconButton label={`End: ${describeRule(rule)}`} onClick={() => without(rule.id)}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        <Button busy={busy} onClick={() => onChange(withoutRules)}>
          End all
        </Button>
      </div>
    </div>
  )
}
