import { useEffect, useRef, useState } from 'react'
import { localStore } from '../../pwa/web-storage.ts'

export type Shortcut = 'send' | 'cancel' | 'search' | 'help'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
/** The focused part of the page. Single keys must not interfere with typing, nor shortcuts with an open edit. */
type Place = 'page' | 'text' | 'response text' | 'dialog'

/** Handles the keyboard shortcuts of the tester while it is mounted. */
export function useShortcuts(actions: Record<Shortcut, () => void>, singleKeys: boolean): void {
  const latest = useRef({ actions, singleKeys })
  useEffect(() => {
    latest.current = { actions, singleKeys }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Another handler used the key, or an input method is composing text.
      if (event.defaultPrevented || event.isComposing) return
      const { actions, singleKeys } = latest.current
      const shortcut = shortcutOf(event, { place: placeOf(event.target as Element), singleKeys })
      if (!shortcut) return
      if (shortcut !== 'cancel') event.preventDefault()
      actions[shortcut]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/**
 * @param singleKeys whether keys without a modifier are enabled. WCAG 2.1.4 requires a way to turn them off.
 */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey }: Key,
  { place, singleKeys }: { place: Place; singleKeys: boolean },
): Shortcut | undefined {
  if (place === 'dialog' || altKey) return undefined
  if (ctrlKey || metaKey) return key === 'Enter' && place !== 'response text' ? 'send' : undefined
  if (key === 'Escape') return place === 'response text' ? undefined : 'cancel'
  if (!singleKeys || place !== 'page') return undefined
  return { '/': 'search', '?': 'help' }[key] as Shortcut | undefined
}

function placeOf(target: Element): Place {
  if (target.closest('dialog')) return 'dialog'
  if (!target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]'))
    return 'page'
  return target.closest('[data-response]') ? 'response text' : 'text'
}

const STORAGE_KEY = 'gearheads-tester-single-keys'

/** Whether single keys are enabled, stored on the device. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => localStore.get(STORAGE_KEY) !== 'off')
  function set(isOn: boolean) {
    localStore.set(STORAGE_KEY, isOn ? 'on' : 'off')
    setIsOn(isOn)
  }
  return [isOn, set]
}
