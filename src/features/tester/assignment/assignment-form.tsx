import { type SubmitEvent, useState } from 'react'
import {
  type Assignment,
  defectsByLevel,
  type Level,
  MAX_SEED,
  maxCount,
} from '../../../contract/assignments.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import styles from '../controls/controls.module.css'
import { copyAndSay } from '../copy-text.ts'
import { encodeScenario } from '../scenario/scenario.ts'
import shared from '../tester.module.css'
import { useLink } from '../use-link.ts'

const LEVELS = Object.keys(defectsByLevel).map((level) => ({ value: level, label: level }))

/** Copies a link for students, which plants defects without naming them. @param version of the data */
export function AssignmentForm({ version }: { version: number }) {
  const [count, setCount] = useState('3')
  const [level, setLevel] = useState<Level>('mixed')
  const [seed, setSeed] = useState('')
  const [copied, setCopied] = useState<Assignment>()
  const toAddress = useLink()
  const [copy, busy] = useInFlight(async (code: Assignment) => {
    const scenario = { version, seed: 'default' as const, settings: { defects: [code] } }
    const link = encodeScenario(scenario).then((hash) => toAddress({ hash }))
    await copyAndSay(link, `Link of assignment ${code} copied`)
    setCopied(code)
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const chosen = seed === '' ? Math.floor(Math.random() * (MAX_SEED + 1)) : Number(seed)
    if (!busy) copy(`${Number(count)}-${level}-${chosen}`)
  }
  return (
    <form className={shared.stack} aria-label="Assignment for students" onSubmit={submit}>
      <p>
        For teachers: a link that plants some of them without naming them, and replaces the data
        with the seed.
      </p>
      <div className={styles.line}>
        <SelectField
          label="Level"
          options={LEVELS}
          value={level}
          onValue={(value) => setLevel(value as Level)}
        />
        <TextField
          label={`Defects, 1 to ${maxCount(level)}`}
          type="number"
          min={1}
          max={maxCount(level)}
          required
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
        <TextField
          label="Seed"
          type="number"
          min={0}
          max={MAX_SEED}
          placeholder="random"
          value={seed}
          onChange={({ target }) => setSeed(target.value)}
        />
        <Button type="submit" busy={busy}>
          Copy assignment link
        </Button>
      </div>
      <p className={shared.quiet} role="status">
        {copied && `Assignment ${copied}. `}The answers are not in the app: npm run sheet prints
        them.
      </p>
    </form>
  )
}
