/** What the keys of the tester do. */
export type Shortcut = 'send' | 'cancel' | 'search' | 'help'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
/** Where the focus is: single keys must not disturb typing, and no key what is edited in the tree. */
type Place = 'page' | 'text' | 'response text' | 'dialog'

/**
 * The shortcut that a key stands for.
 * @param single whether keys without ctrl or meta count (WCAG 2.1.4 wants a way to switch them off)
 */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey }: Key,
  { place, single }: { place: Place; single: boolean },
): Shortcut | undefined {
  if (place === 'dialog' || altKey) return undefined
  if (ctrlKey || metaKey) return key === 'Enter' && place !== 'response text' ? 'send' : undefined
  if (key === 'Escape') return place === 'response text' ? undefined : 'cancel'
  if (!single || place !== 'page') return undefined
  return { '/': 'search', '?': 'help' }[key] as Shortcut | undefined
}

export function placeOf(target: Element): Place {
  if (target.closest('dialog')) return 'dialog'
  if (!target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]'))
    return 'page'
  return target.closest('[data-response]') ? 'response text' : 'text'
}
