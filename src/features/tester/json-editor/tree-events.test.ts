import { expect, test } from 'vitest'
import { buildTree, type Row } from './rows.ts'
import { commandFor, type KeyPress } from './tree-events.ts'

const { rows } = buildTree(
  { alpha: { one: 1 }, beta: { two: 2 }, gamma: 3 },
  (row) => row.id !== '/beta',
)

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

function press(id: string, key: string, modifiers: Partial<KeyPress> = {}) {
  return commandFor({ key, ...PLAIN, ...modifiers }, rows.get(id) as Row, rows)
}

test.each([
  ['/alpha', 'ArrowDown', '/alpha/one'],
  ['/alpha/one', 'ArrowDown', '/beta'],
  ['/beta', 'ArrowUp', '/alpha/one'],
  ['/alpha', 'ArrowRight', '/alpha/one'],
  ['/alpha/one', 'ArrowLeft', '/alpha'],
  ['/beta', 'ArrowLeft', ''],
  ['/beta', 'Home', ''],
  ['', 'End', '/gamma'],
])('from %j, %s goes to %j', (from, key, id) => {
  expect(press(from, key)).toEqual({ type: 'focus', id })
})

test.each([
  ['/beta', 'ArrowRight'],
  ['/alpha', 'ArrowLeft'],
  ['/alpha', ' '],
  ['/beta', ' '],
])('on %j, %j expands or collapses', (id, key) => {
  expect(press(id, key)).toEqual({ type: 'toggle', id })
})

test.each([
  ['', 'ArrowUp'],
  ['/gamma', 'ArrowDown'],
  ['/gamma', 'ArrowRight'],
  ['', 'z'],
  ['', '*'],
  ['/gamma', ' '],
  ['/gamma', 'Tab'],
])('on %j, %j has no command', (id, key) => {
  expect(press(id, key)).toBeUndefined()
})

test.each([
  ['F2', 'edit'],
  ['Enter', 'edit'],
  ['Delete', 'remove'],
  ['Insert', 'add'],
  ['+', 'add'],
])('the command of %s is %s (R14.10)', (key, type) => {
  expect(press('/gamma', key)).toEqual({ type, id: '/gamma' })
})

test('with Ctrl or Meta, keys copy and remove; all others are left to the browser', () => {
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(press('/gamma', 'c', modifier)).toEqual({ type: 'copy', id: '/gamma' })
    expect(press('/gamma', 'Backspace', modifier)).toEqual({ type: 'remove', id: '/gamma' })
    expect(press('/gamma', 'Enter', modifier)).toBeUndefined()
    expect(press('/gamma', 'a', modifier)).toBeUndefined()
    expect(press('/gamma', 'c', { ...modifier, shiftKey: true })).toBeUndefined()
  }
  expect(press('/gamma', 'ArrowLeft', { altKey: true })).toBeUndefined()
})
