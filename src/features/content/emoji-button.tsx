import { Smile } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePopup } from '../../ui/use-popup.ts'
import styles from './composer.module.css'

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker, {
  loading: <p className={styles.loading}>Loading emoji…</p>,
  errorText: "Couldn't load the emoji.",
})

/** A button that opens the emoji picker, which stays open for several emoji. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const { open, setOpen, close, root, opener } = usePopup()
  useEffect(() => {
    if (!open) return
    // In the capture phase, because the picker stops the propagation of keys pressed in its search field.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isSkinToneMenuOpen(root.current)) return
      event.stopPropagation()
      close()
    }
    const { current } = root
    current?.addEventListener('keydown', closeOnEscape, true)
    return () => current?.removeEventListener('keydown', closeOnEscape, true)
  }, [open, close, root])
  return (
    <div className={styles.emoji} ref={root}>
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

/** While this menu is open, Escape closes only the menu, which the picker does itself. */
function isSkinToneMenuOpen(root: HTMLElement | null): boolean {
  return Boolean(root?.querySelector('em-emoji-picker')?.shadowRoot?.querySelector('.menu'))
}

/** The picker has a shadow root of its own, which our theme does not reach. */
function theme(): 'auto' | 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}
