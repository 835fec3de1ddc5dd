import { expect, test } from 'vitest'
import {
  afterRemoval,
  isExpanded,
  openBelow,
  reveal,
  revealAdded,
  type Toggled,
  toggle,
} from './expansion.ts'
import { idAfterRemoval } from './row-id.ts'
import { buildTree, type Row } from './rows.ts'

function openIds(value: unknown, toggled: Toggled, levels = 2) {
  const { rows } = buildTree(value, (row) => isExpanded(toggled, row, levels))
  return [...rows.values()].filter(({ expanded }) => expanded).map(({ id }) => id)
}

function list(length: number) {
  return Array.from({ length }, () => ({ x: 1 }))
}

test('the first levels are open to begin with, groups and crowds are not', () => {
  expect(openIds({ a: { b: { c: 1 } } }, new Map())).toEqual(['', '/a'])
  expect(openIds(list(250), new Map())).toEqual([''])
  const crowd = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at]))
  expect(openIds({ crowd }, new Map())).toEqual([''])
})

test('what was toggled stays so while values change around it', () => {
  const { rows } = buildTree({ first: 1, a: { b: { c: 1 } } }, () => false)
  const toggled = toggle(new Map(), rows.get('') as Row)
  expect(openIds({ first: 'other', added: [], a: { b: { c: 1 } } }, toggled)).toContain('')
  const opened = new Map([['/a/b', true]])
  expect(openIds({ first: 1, a: { b: { c: 1 } } }, opened)).toContain('/a/b')
  expect(openIds({ first: { now: 'an object' }, a: { b: { c: 2, d: 3 } } }, opened)).toContain(
    '/a/b',
  )
})

test('items behind a removed one move up with what is open in them', () => {
  const toggled = new Map([
    ['/0', true],
    ['/1', true],
    ['/2/x', true],
    ['/12#100', true],
    ['#100', true],
    ['/a', true],
  ])
  expect([...afterRemoval(toggled, [1]).keys()]).toEqual(['/0', '/1/x', '/11#100', '#100', '/a'])
})

test('a removed key takes along what was open in it, and nothing else', () => {
  const toggled = new Map([
    ['/a', true],
    ['/a/b', true],
    ['/a#0', true],
    ['/ab', true],
    ['/1', true],
  ])
  expect([...afterRemoval(toggled, ['a']).keys()]).toEqual(['/ab', '/1'])
})

test('a row is found again after another was removed', () => {
  expect(idAfterRemoval('/users/3/name', ['users', 1])).toBe('/users/2/name')
  expect(idAfterRemoval('/users/1/name', ['users', 1])).toBeUndefined()
  expect(idAfterRemoval('/users/0/name', ['users', 1])).toBe('/users/0/name')
  expect(idAfterRemoval('/other/3', ['users', 1])).toBe('/other/3')
  expect(idAfterRemoval('', ['users', 1])).toBe('')
})

test('a row deep in closed groups is revealed', () => {
  const value = { list: list(250) }
  const toggled = reveal(new Map([['/list', false]]), '/list/142/x')
  expect(openIds(value, toggled)).toEqual(['', '/list', '/list#100', '/list/142'])
})

test('the item that makes groups of a plain list leaves all of it in sight', () => {
  const toggled = revealAdded(new Map(), [], 100)
  const items = Array.from({ length: 101 }, (_, at) => at)
  expect(openIds(items, toggled)).toEqual(['', '#0', '#100'])
})

test('a row and all below it open at once, and nothing else', () => {
  const value = { a: { b: { c: { d: 1 } }, list: list(250) }, x: { y: {} } }
  const a = buildTree(value, (row) => row.level === 1).rows.get('/a') as Row
  const opened = openIds(value, openBelow(new Map(), value, a, 1), 1)
  expect(opened).toContain('/a/b/c')
  expect(opened).toContain('/a/list#100')
  expect(opened).toContain('/a/list/249')
  expect(opened).not.toContain('/x')
})

test('no more is opened at once than a page can show', () => {
  const value = list(10_000)
  const root = buildTree(value, () => false).rows.get('') as Row
  const opened = openBelow(new Map(), value, root, 1)
  const { rows } = buildTree(value, (row) => isExpanded(opened, row, 1))
  expect(rows.size).toBeGreaterThan(100)
  expect(rows.size).toBeLessThanOrEqual(1001)
})
