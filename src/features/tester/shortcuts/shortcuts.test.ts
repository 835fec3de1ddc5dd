import { expect, it } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const onPage = { place: 'page', single: true } as const

it('sends with ctrl or meta and Enter from everywhere but an edit in the response', () => {
  const enters = [key('Enter', { ctrlKey: true }), key('Enter', { metaKey: true })]
  for (const enter of enters) {
    expect(shortcutOf(enter, onPage)).toBe('send')
    expect(shortcutOf(enter, { place: 'text', single: false })).toBe('send')
    expect(shortcutOf(enter, { place: 'response text', single: true })).toBeUndefined()
    expect(shortcutOf(enter, { place: 'dialog', single: true })).toBeUndefined()
  }
  expect(shortcutOf(key('Enter'), onPage)).toBeUndefined()
})

it('takes single keys only where nobody types', () => {
  expect(shortcutOf(key('?'), onPage)).toBe('help')
  expect(shortcutOf(key('/'), onPage)).toBe('search')
  for (const place of ['text', 'response text', 'dialog'] as const)
    expect(shortcutOf(key('?'), { place, single: true })).toBeUndefined()
})

it('takes no single keys when they are switched off', () => {
  expect(shortcutOf(key('?'), { place: 'page', single: false })).toBeUndefined()
})

it('cancels with Escape', () => {
  expect(shortcutOf(key('Escape'), onPage)).toBe('cancel')
  expect(shortcutOf(key('Escape'), { place: 'response text', single: true })).toBeUndefined()
})
