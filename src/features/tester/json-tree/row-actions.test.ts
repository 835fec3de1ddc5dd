import { expect, test } from 'vitest'
import { actionsOf, holderOf, idsAfterRemoval } from './row-actions.ts'
import { buildTree, type Row } from './rows.ts'

const VALUE = { a: 1, b: [1, 2], long: Array.from({ length: 201 }, (_, at) => at) }
const { rows } = buildTree(VALUE, () => true)
const row = (id: string) => rows.get(id) as Row

test('values can be edited and removed, what holds values can be added to', () => {
  expect(actionsOf(row('/a'), false)).toEqual(['edit', 'copy', 'remove'])
  expect(actionsOf(row('/b'), false)).toEqual(['edit', 'add', 'copy', 'remove'])
})

test('the whole value cannot be removed, and a group is no value', () => {
  expect(actionsOf(row(''), false)).toEqual(['edit', 'add', 'copy'])
  expect(actionsOf(row('/long#0'), false)).toEqual(['add', 'copy'])
})

test('what is read-only can only be copied', () => {
  for (const each of rows.values()) expect(actionsOf(each, true)).toEqual(['copy'])
})

test('an addition to a single value goes to what it is in', () => {
  expect(holderOf(row('/b/1'), rows)?.id).toBe('/b')
  expect(holderOf(row('/long/5'), rows)?.path).toEqual(['long'])
  expect(holderOf(row('/b'), rows)?.id).toBe('/b')
  expect(holderOf(buildTree(5, () => true).rows.get('') as Row, new Map())).toBeUndefined()
})

test('after a removal the focus goes to the next row, else the one before, else out', () => {
  expect(idsAfterRemoval(row('/a'), rows)[0]).toBe('/b')
  expect(idsAfterRemoval(row('/b/0'), rows)[0]).toBe('/b/0')
  expect(idsAfterRemoval(row('/b/1'), rows)).toEqual(['/b/1', '/b/0', '/b', ''])
  expect(idsAfterRemoval(row('/long/200'), rows)).toEqual(['/long/200', '/long#200', '/long'])
  expect(idsAfterRemoval(row('/long'), rows)).toEqual(['/b', ''])
})
