import { Smile } from 'lucide-react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import styles from './emoji-button.module.css'
import { IconButton } from './icon-button.tsx'
import { useDismiss } from './use-dismiss.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('./emoji-picker.tsx')).EmojiPicker,
}))

/** Opens the emoji picker and gives what is picked. The picker stays open for more. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])
  useDismiss(root, open, close)
  return (
    <div className={styles.root} ref={root}>
      <IconButton
        label="Add an emoji"
        ref={opener}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        <Smile size={22} aria-hidden="true" />
      </IconButton>
      {open && (
        <div className={styles.panel} role="dialog" aria-label="Emoji">
          <Suspense fallback={<p className={styles.loading}>Loading emoji…</p>}>
            <EmojiPicker theme={theme()} onPick={onPick} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** The picker is in a shadow of its own and does not see our tokens. */
function theme(): 'auto' | 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}
