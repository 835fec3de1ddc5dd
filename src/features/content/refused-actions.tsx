import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Draft, Submitted } from '../../data/drafts/draft.ts'
import { bringBack, changeSubmitted, isEmpty, removeSubmitted } from '../../data/drafts/queue.ts'
import type { useDraft } from '../../data/drafts/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type ContentKind, contentTexts } from './content-texts.ts'
import styles from './refused-actions.module.css'

type Props = {
  kind: ContentKind
  draft: ReturnType<typeof useDraft>
  submitted: Submitted
}

/** Why a post or comment was refused, and what its author can do (R4.11). */
export function RefusedActions({ kind, draft, submitted: { key, reason, isUnanswered } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  /**
   * Changes the draft. The focus, which would be lost with the button, goes to the next refused one, or else the one before, or
   * the form (R2.25), once no dialog covers it.
   */
  const answer = (part: Partial<Draft>, toForm = false) => {
    const all = [...document.querySelectorAll<HTMLElement>(`.${styles.refused}`)]
    const at = all.indexOf(root.current as HTMLDivElement)
    flushSync(() => draft.change(part))
    const others = [...all.slice(at + 1), ...all.slice(0, at).toReversed()]
    const next = toForm ? undefined : others.find((one) => one.isConnected)
    const field = `[data-testid=${contentTexts[kind].inputTestId}]`
    const control = next?.querySelector('button') ?? document.querySelector<HTMLElement>(field)
    control?.focus()
  }
  const again = { isRefused: undefined, reason: undefined, isUnanswered: undefined }
  return (
    <div ref={root} className={styles.refused}>
      {reason && <p>{reason}</p>}
      <Button onClick={() => answer(changeSubmitted(draft.now(), key, again))}>Send again</Button>
      {isEmpty(draft) && (
        <Button onClick={() => answer(bringBack(draft.now(), key, false), true)}>Edit</Button>
      )}
      <Button onClick={() => setAsking(true)}>Discard</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Discard this ${kind}?`}
          text={`${isUnanswered ? 'If it has been posted all the same, it stays there.' : 'It has not been sent.'} This can't be undone.`}
          action="Discard"
          onConfirm={() => answer(removeSubmitted(draft.now(), key))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
