import { useEffect, useRef } from 'react'

type Shortcut = 'send' | 'cancel'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
/** The focused part of the page. Shortcuts must not interfere with an open edit. */
type Place = 'page' | 'response text' | 'dialog'

/** Handles the keyboard shortcuts of the tester while it is mounted. */
export function useShortcuts(actions: Record<Shortcut, () => void>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Another handler used the key.
      const shortcut =
        !event.defaultPrevented && shortcutOf(event, placeOf(event.target as Element))
      if (!shortcut) return
      if (shortcut === 'send') event.preventDefault()
      latest.current[shortcut]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

export function shortcutOf(
  { key, ctrlKey, metaKey, altKey }: Key,
  place: Place,
): Shortcut | undefined {
  if (place !== 'page' || altKey) return undefined
  if (ctrlKey || metaKey) return key === 'Enter' ? 'send' : undefined
  return key === 'Escape' ? 'cancel' : undefined
}

function placeOf(target: Element): Place {
  if (target.closest('dialog')) return 'dialog'
  const isText = target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  return isText && target.closest('[data-response]') ? 'response text' : 'page'
}
