import { ArrowUp } from 'lucide-react'
import { useKeptFocus } from './kept-focus.ts'
import { useHeld } from './pressed.ts'
import styles from './queued-button.module.css'

type Props = {
  /** Such as "3 new posts"; empty if nothing is queued. */
  text: string
  testId: string
  /** Adds what is queued to the list. */
  onShow: () => void
}

/** A button above a list, which adds what is new and scrolls to the top: the list does not move by itself (R2.24). */
export function QueuedButton({ text: queued, testId, onShow }: Props) {
  const text = useHeld(queued)
  const keptFocus = useKeptFocus()
  function show() {
    onShow()
    window.scrollTo({ top: 0 })
  }
  return (
    <div {...keptFocus} className={styles.queued} role="status">
      {text && (
        <button type="button" className={styles.pill} data-testid={testId} onClick={show}>
          <ArrowUp size={18} aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  )
}
