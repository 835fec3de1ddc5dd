import { expect, it } from 'vitest'
import { type Place, SHORTCUTS, type ShortcutName, shortcutOf, singleKeys } from './shortcuts.ts'

type Press = Parameters<typeof shortcutOf>[0]

const ALL = Object.keys(SHORTCUTS) as ShortcutName[]
const press = (key: string, more: Partial<Press> = {}): Press => ({
  ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false },
  ...more,
})
const named = (key: string, place: Place = 'page', more?: Partial<Press>) =>
  shortcutOf(press(key, more), place, ALL)

it('knows the keys of every screen, in capitals too (R2.33)', () => {
  expect(['n', 'N', '/', '?'].map((key) => named(key))).toEqual([
    ...['compose', 'compose', 'search', 'list'],
  ])
  expect(named('x')).toBeUndefined()
})

it('knows the key of a keyboard of another script by its place (R2.33)', () => {
  expect(named('т', 'page', { code: 'KeyN' })).toBe('compose')
  // On a keyboard of another Latin layout, the character counts.
  expect(named('b', 'page', { code: 'KeyN' })).toBeUndefined()
})

it('leaves single keys to a field, and keys with a modifier to the browser (R2.33)', () => {
  for (const key of ['n', '/', '?']) expect(named(key, 'field')).toBeUndefined()
  expect(named('n', 'page', { ctrlKey: true })).toBeUndefined()
  expect(named('n', 'page', { altKey: true })).toBeUndefined()
})

it('sends with Control or Command and Enter, in a field too, and cancels with Escape', () => {
  const names = ['send', 'cancel'] as const
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }])
    for (const place of ['page', 'field'] as const)
      expect(shortcutOf(press('Enter', modifier), place, names)).toBe('send')
  expect(shortcutOf(press('Enter'), 'page', names)).toBeUndefined()
  expect(shortcutOf(press('Escape'), 'field', names)).toBe('cancel')
})

it('does nothing where keys have a job of their own, as in a dialog or in an edit of the response (R2.33)', () => {
  for (const name of ['n', '/', '?', 'Escape']) expect(named(name, 'own keys')).toBeUndefined()
  expect(named('Enter', 'own keys', { ctrlKey: true })).toBeUndefined()
})

it('turns single keys off, and only those (WCAG 2.1.4) (R2.33)', () => {
  singleKeys.turn(false)
  expect(named('n')).toBeUndefined()
  expect(named('Enter', 'page', { ctrlKey: true })).toBe('submit')
  singleKeys.turn(true)
  expect(named('n')).toBe('compose')
})
