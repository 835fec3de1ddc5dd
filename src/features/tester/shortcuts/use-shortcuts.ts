import { useEffect, useRef } from 'react'
import { placeOf, type Shortcut, shortcutOf } from './shortcuts.ts'

/** Listen to the tester's keys for as long as it is on screen. */
export function useShortcuts(actions: Record<Shortcut, () => void>, single: boolean): void {
  const current = useRef({ actions, single })
  useEffect(() => {
    current.current = { actions, single }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A part of the page has used the key already, or it is a letter of an unfinished word.
      if (event.defaultPrevented || event.isComposing) return
      const { actions, single } = current.current
      const shortcut = shortcutOf(event, { place: placeOf(event.target as Element), single })
      if (!shortcut) return
      if (shortcut !== 'cancel') event.preventDefault()
      actions[shortcut]()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
