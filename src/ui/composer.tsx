import type { ReactNode, SubmitEvent } from 'react'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import styles from './composer.module.css'
import { TextArea } from './text-area.tsx'

type Props = {
  /** Names the text area, and stands in it while it is empty. */
  label: string
  avatar: { src: string; name: string }
  text: string
  onText: (text: string) => void
  onSubmit: () => void
  busy?: boolean
  /** Buttons that add to the text, such as emoji and picture. */
  tools?: ReactNode
  children?: ReactNode
}

/** Where a post or a comment is written. Its button is labelled Vroom (spec §1). */
export function Composer({ label, avatar, text, onText, onSubmit, busy, tools, children }: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form className={styles.composer} onSubmit={submit} aria-label={label}>
      <Avatar {...avatar} />
      <TextArea
        label={label}
        placeholder={label}
        className={styles.text}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {children}
      <div className={styles.tools}>
        {tools}
        <Button type="submit" look="primary" className={styles.vroom} busy={busy}>
          Vroom
        </Button>
      </div>
    </form>
  )
}
