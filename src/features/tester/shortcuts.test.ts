import { expect, it } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

it('sends with Ctrl or Meta and Enter, except in an edit of the response and in dialogs', () => {
  for (const enter of [key('Enter', { ctrlKey: true }), key('Enter', { metaKey: true })]) {
    expect(shortcutOf(enter, 'page')).toBe('send')
    expect(shortcutOf(enter, 'response text')).toBeUndefined()
    expect(shortcutOf(enter, 'dialog')).toBeUndefined()
  }
  expect(shortcutOf(key('Enter'), 'page')).toBeUndefined()
})

it('cancels with Escape, except in an edit of the response', () => {
  expect(shortcutOf(key('Escape'), 'page')).toBe('cancel')
  expect(shortcutOf(key('Escape'), 'response text')).toBeUndefined()
})
