import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './controls.module.css'

type Props = {
  /** In force now, in milliseconds. */
  delay: number
  busy: boolean
  onDelay: (delay: number) => void
}

/** The least time that an answer takes. */
export function DelayForm({ delay, busy, onDelay }: Props) {
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
