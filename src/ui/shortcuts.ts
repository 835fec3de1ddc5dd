import { useEffect, useEffectEvent } from 'react'
import { observable } from '../pwa/observable.ts'
import { scoped } from '../pwa/scoped.ts'
import { localStore } from '../pwa/web-storage.ts'

type Shortcut = {
  /** The heading in the list. */
  scope:
    | 'Every screen'
    | 'Text'
    | 'Picture of a draft'
    | 'Picture viewer'
    | 'Request tester'
    | 'Response in the tester'
  /** A modifier and a key, joined by `+`. `Mod` is Control, and Command on a Mac. */
  keys: string[]
  words: string
}

/** Every keyboard shortcut of the app. A list shows them; {@link useShortcuts} runs those with a name that it is given. */
export const SHORTCUTS = {
  compose: { scope: 'Every screen', keys: ['N'], words: 'Write a post' },
  search: { scope: 'Every screen', keys: ['/'], words: 'Search' },
  list: { scope: 'Every screen', keys: ['?'], words: 'Show this list' },
  submit: { scope: 'Text', keys: ['Mod+Enter'], words: 'Post, save or send it' },
  suggestions: { scope: 'Text', keys: ['↑', '↓', 'Enter'], words: 'Choose a suggested name' },
  movePicture: { scope: 'Picture of a draft', keys: ['←', '→'], words: 'Move it' },
  moveBox: { scope: 'Picture of a draft', keys: ['↑', '↓', '←', '→'], words: 'Move a box' },
  resizeBox: { scope: 'Picture of a draft', keys: ['Shift+→', 'Shift+↓'], words: 'Resize a box' },
  removeBox: { scope: 'Picture of a draft', keys: ['Delete'], words: 'Remove a box' },
  nextPicture: {
    scope: 'Picture viewer',
    keys: ['←', '→'],
    words: 'Show the picture before or after',
  },
  zoom: { scope: 'Picture viewer', keys: ['+', '-'], words: 'Zoom' },
  send: { scope: 'Request tester', keys: ['Mod+Enter'], words: 'Send the request' },
  cancel: { scope: 'Request tester', keys: ['Escape'], words: 'Cancel the pending request' },
  moveSaved: { scope: 'Request tester', keys: ['Alt+↑', 'Alt+↓'], words: 'Move a saved request' },
  edit: { scope: 'Response in the tester', keys: ['F2', 'Mod+click'], words: 'Edit a value' },
  use: { scope: 'Response in the tester', keys: ['U'], words: 'Use a value in a request' },
  expect: { scope: 'Response in the tester', keys: ['E'], words: 'Expect a value' },
} satisfies Record<string, Shortcut>

/** Whether the list of shortcuts is open. */
export const shortcutsListed = observable(false)

export type ShortcutName = keyof typeof SHORTCUTS

/** The focused part of the page. Where keys type, choose or close something, only keys with a modifier are shortcuts. */
export type Place = 'page' | 'field' | 'own keys'

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** @returns the one of `names` whose keys are pressed */
export function shortcutOf<Name extends ShortcutName>(
  press: Press,
  place: Place,
  names: readonly Name[],
): Name | undefined {
  if (place === 'own keys') return undefined
  const pressed = [
    press.ctrlKey || press.metaKey ? 'Mod+' : '',
    press.altKey ? 'Alt+' : '',
    characterOf(press),
  ].join('')
  const isTyped = pressed.length === 1
  if (isTyped && (place === 'field' || !singleKeys.isOn())) return undefined
  return names.find((name) => (SHORTCUTS[name].keys as string[]).includes(pressed))
}

/** The character in capitals; on a keyboard of another script, the one that is on this key of a Latin one. */
function characterOf({ key, code }: Press): string {
  if (key.length > 1) return key
  const isLatin = key.charCodeAt(0) < 0x80
  return (isLatin ? key : code.replace(/^Key/, '')).toUpperCase()
}

/** Runs `actions` while the component is mounted. */
export function useShortcuts(actions: Partial<Record<ShortcutName, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Another handler used the key, or it is held.
    if (event.defaultPrevented || event.repeat) return
    const name = shortcutOf(event, placeOf(event), Object.keys(actions) as ShortcutName[])
    if (!name) return
    if (name !== 'cancel') event.preventDefault()
    actions[name]?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function placeOf(event: KeyboardEvent): Place {
  // The emoji picker has its search field in a shadow tree.
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return 'page'
  const isField = target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  if (document.querySelector('dialog:modal') || target.closest('[role=menu]')) return 'own keys'
  if (!isField) return 'page'
  return target.closest('[data-own-keys]') ? 'own keys' : 'field'
}

const KEY = scoped('gearheads-single-keys')

/** Shortcuts with a single character can be turned off (WCAG 2.2, 2.1.4): speech input may type them. */
export const singleKeys = {
  isOn: () => localStore.get(KEY) !== 'off',
  turn(on: boolean) {
    if (on) localStore.remove(KEY)
    else localStore.set(KEY, 'off')
  },
}
