import { Smile } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useDismiss } from '../../ui/use-dismiss.ts'
import styles from './emoji-button.module.css'

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker, {
  waiting: <p className={styles.loading}>Loading emoji…</p>,
  missing: 'The emoji could not be loaded.',
})

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
  useEffect(() => {
    if (!open) return
    // On the way down: the picker keeps to itself what is pressed in its search field.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || choosesSkinTone(root.current)) return
      event.stopPropagation()
      close()
    }
    const { current } = root
    current?.addEventListener('keydown', closeOnEscape, true)
    return () => current?.removeEventListener('keydown', closeOnEscape, true)
  }, [open, close])
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
          <EmojiPicker theme={theme()} onPick={onPick} />
        </div>
      )}
    </div>
  )
}

/** Escape then ends that choice only, which the picker does itself. */
function choosesSkinTone(root: HTMLElement | null): boolean {
  return Boolean(root?.querySelector('em-emoji-picker')?.shadowRoot?.querySelector('.menu'))
}

/** The picker is in a shadow of its own and does not see our tokens. */
function theme(): 'auto' | 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}
