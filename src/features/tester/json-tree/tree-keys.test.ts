import { expect, test } from 'vitest'
import { buildTree, type Row } from './rows.ts'
import { commandFor, type KeyPress } from './tree-keys.ts'

const { rows } = buildTree(
  { alpha: { one: 1 }, beta: { two: 2 }, gamma: 3 },
  (row) => row.id !== '/beta',
)

function press(id: string, key: string, modifiers: Partial<KeyPress> = {}) {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  return commandFor({ key, ...plain, ...modifiers }, rows.get(id) as Row, rows)
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
  ['/gamma', 'b', '/beta'],
  ['/gamma', 'A', '/alpha'],
])('from %j, %s goes to %j', (from, key, id) => {
  expect(press(from, key)).toEqual({ do: 'focus', id })
})

test.each([
  ['/beta', 'ArrowRight'],
  ['/alpha', 'ArrowLeft'],
  ['/alpha', ' '],
  ['/beta', ' '],
])('on %j, %j opens or closes', (id, key) => {
  expect(press(id, key)).toEqual({ do: 'toggle' })
})

test.each([
  ['', 'ArrowUp'],
  ['/gamma', 'ArrowDown'],
  ['/gamma', 'ArrowRight'],
  ['', 'z'],
  ['/gamma', ' '],
  ['/gamma', 'Tab'],
])('on %j, %j is not for the tree', (id, key) => {
  expect(press(id, key)).toBeUndefined()
})

test.each([
  ['F2', 'edit'],
  ['Enter', 'edit'],
  ['Delete', 'remove'],
  ['Insert', 'add'],
  ['*', 'open-below'],
  ['+', 'add'],
])('%s asks to %s', (key, what) => {
  expect(press('/gamma', key)).toEqual({ do: what })
})

test('ctrl and meta copy and undo, and leave all else to the page', () => {
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(press('/gamma', 'c', modifier)).toEqual({ do: 'copy' })
    expect(press('/gamma', 'z', modifier)).toEqual({ do: 'undo' })
    expect(press('/gamma', 'Enter', modifier)).toBeUndefined()
    expect(press('/gamma', 'a', modifier)).toBeUndefined()
    expect(press('/gamma', 'z', { ...modifier, shiftKey: true })).toBeUndefined()
  }
  expect(press('/gamma', 'ArrowLeft', { altKey: true })).toBeUndefined()
})
