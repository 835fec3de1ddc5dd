import { expect, it } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const onPage = { place: 'page', singleKeys: true } as const

it('sends with Ctrl or Meta and Enter, except in an edit of the response and in dialogs', () => {
  const enters = [key('Enter', { ctrlKey: true }), key('Enter', { metaKey: true })]
  for (const enter of enters) {
    expect(shortcutOf(enter, onPage)).toBe('send')
    expect(shortcutOf(enter, { place: 'text', singleKeys: false })).toBe('send')
    expect(shortcutOf(enter, { place: 'response text', singleKeys: true })).toBeUndefined()
    expect(shortcutOf(enter, { place: 'dialog', singleKeys: true })).toBeUndefined()
  }
  expect(shortcutOf(key('Enter'), onPage)).toBeUndefined()
})

it('handles single keys only outside of text fields and dialogs', () => {
  expect(shortcutOf(key('?'), onPage)).toBe('help')
  expect(shortcutOf(key('/'), onPage)).toBe('search')
  for (const place of ['text', 'response text', 'dialog'] as const)
    expect(shortcutOf(key('?'), { place, singleKeys: true })).toBeUndefined()
})

it('ignores single keys when they are turned off', () => {
  expect(shortcutOf(key('?'), { place: 'page', singleKeys: false })).toBeUndefined()
})

it('cancels with Escape, except in an edit of the response', () => {
  expect(shortcutOf(key('Escape'), onPage)).toBe('cancel')
  expect(shortcutOf(key('Escape'), { place: 'response text', singleKeys: true })).toBeUndefined()
})
