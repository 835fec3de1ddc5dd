import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * State of a popup that a button opens, such as a menu. Escape and a click outside of `root` close it.
 * @returns `root` is for the element around button and popup, `opener` for the button. `close` returns the
 *   focus to the button
 */
export function usePopup() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])

  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    const { signal } = listening
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) close()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('keydown', closeOnEscape, { signal })
    return () => listening.abort()
  }, [open, close])

  return { open, setOpen, close, root, opener }
}
