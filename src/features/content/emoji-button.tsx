import { Smile } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePopup } from '../../ui/use-popup.ts'
import styles from './composer.module.css'

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker, {
  loading: <p className={styles.loading}>Loading emoji…</p>,
  errorText: "Couldn't load the emoji.",
})

/** A button that opens the emoji picker, which stays open for several emoji until the focus leaves it. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const { shown, ref, close, button, popup } = usePopup()

  const isPicking = useRef(false)

  function closeWithFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (isPicking.current) return
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  /** The focus visits the text, where the emoji is inserted. */
  function pick(emoji: string) {
    isPicking.current = true
    onPick(emoji)
    isPicking.current = false
  }
  // In the capture phase, because the picker stops the propagation of keys pressed in its search field. There,
  // the browser would first empty the field.
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (isSkinToneMenuOpen(ref.current)) return
    close()
    event.currentTarget.parentElement?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus
    <div onBlur={closeWithFocus}>
      <IconButton label="Add an emoji" aria-haspopup="dialog" {...button}>
        <Smile size={22} aria-hidden="true" />
      </IconButton>
      <div
        {...popup}
        className={styles.panel}
        role="dialog"
        aria-label="Emoji"
        onKeyDownCapture={closeOnEscape}
      >
        {shown && <EmojiPicker theme={theme()} onPick={pick} />}
      </div>
    </div>
  )
}

/** While this menu is open, Escape closes only the menu, which the picker does itself. */
function isSkinToneMenuOpen(root: HTMLElement | null): boolean {
  return Boolean(root?.querySelector('em-emoji-picker')?.shadowRoot?.querySelector('.menu'))
}

/** The picker has its own shadow root, which our theme does not reach. */
function theme(): 'auto' | 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}
