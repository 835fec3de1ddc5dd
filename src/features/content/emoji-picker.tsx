import texts from '@emoji-mart/data/i18n/en.json'
import data from '@emoji-mart/data/sets/15/native.json'
import Picker from '@emoji-mart/react'
import { Data, FrequentlyUsed, Store } from 'emoji-mart'
import { useEffect, useRef, useState } from 'react'

type Props = { theme: 'auto' | 'light' | 'dark'; onPick: (emoji: string) => void }

const i18n = { ...texts, categories: { ...texts.categories, frequent: 'Recently used' } }

keepLastUsed()

/** The emoji picker with its data, so that it works offline. It is large: load it on demand. */
export function EmojiPicker({ theme, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useState(restoreRecents)
  // Runs after the effect that creates the picker.
  useEffect(() => {
    const root = box.current?.querySelector('em-emoji-picker')?.shadowRoot
    return root ? addRoles(root) : undefined
  }, [])
  return (
    <div ref={box}>
      <Picker
        {...RECENTS}
        data={data}
        i18n={i18n}
        set="native"
        theme={theme}
        // On a phone it would open the keyboard.
        autoFocus={matchMedia('(pointer: fine)').matches}
        previewPosition="none"
        skinTonePosition="search"
        onEmojiSelect={({ native }: { native: string }) => onPick(native)}
      />
    </div>
  )
}

/** Two lines of 7 (R15.5). */
const RECENTS = { perLine: 7, maxFrequentRows: 2 }
const MOST = RECENTS.perLine * RECENTS.maxFrequentRows
const KEY = 'frequently'

/** The ids of the emoji used last, the latest first. */
function recents(): string[] {
  const stored: unknown = Store.get(KEY)
  return Array.isArray(stored) ? stored : []
}

/** Makes the picker keep the emoji that were used last. On its own, it keeps those that are used most. */
function keepLastUsed(): void {
  const store = Store as { set: (key: string, value: unknown) => void }
  Object.assign(FrequentlyUsed, {
    add: ({ id }: { id: string }) =>
      store.set(KEY, [id, ...recents().filter((other) => other !== id)].slice(0, MOST)),
    get: recents,
  })
}

/** Call before a picker is mounted: the picker has dropped the category if it was empty the last time. */
function restoreRecents(): void {
  const categories: { id: string; emojis: string[] }[] = Data?.categories ?? []
  if (categories.length === 0 || categories.some(({ id }) => id === 'frequent')) return
  categories.unshift({ id: 'frequent', emojis: [] })
}

/** Missing roles of elements in the picker's shadow root, which have ARIA attributes that need them. */
const ROLES = [
  ['#nav > div', 'tablist'],
  ['#nav button', 'tab'],
  ['.category button', 'option'],
] as const

/**
 * Adds names and roles to the emoji picker, also to the emoji that it renders while it is scrolled.
 * @returns a function that stops it
 */
function addRoles(root: ShadowRoot): () => void {
  const add = () => {
    for (const [selector, role] of ROLES) {
      for (const element of root.querySelectorAll(`${selector}:not([role])`)) element.role = role
    }
    for (const category of root.querySelectorAll('.category')) {
      // A category outside of the visible area is empty, and a list box must not be.
      category.role = category.querySelector('button') ? 'listbox' : null
      category.ariaLabel = category.role && (category.firstElementChild?.textContent ?? '')
    }
    const search = root.querySelector('input[type=search]')
    if (search) search.ariaLabel = 'Search emoji. Arrow keys choose one, Enter adds it.'
    root.querySelector('.scroll')?.setAttribute('tabindex', '0')
  }
  const observer = new MutationObserver(add)
  observer.observe(root, { childList: true, subtree: true })
  add()
  return () => observer.disconnect()
}
