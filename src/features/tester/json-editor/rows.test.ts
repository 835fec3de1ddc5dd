import { expect, test } from 'vitest'
import { actionsOf, buildTree, type Expansion, isExpanded, type Row, reveal } from './rows.ts'
import { labelText, spokenText } from './value-text.ts'

const all = () => true
const none = () => false

function ids(value: unknown, isExpanded: (row: Row) => boolean) {
  return [...buildTree(value, isExpanded).rows.keys()]
}

function numbers(length: number) {
  return Array.from({ length }, (_, at) => at * 10)
}

test('only the children of expanded rows are laid out', () => {
  expect(ids({ a: { b: 1 }, c: 2 }, none)).toEqual([''])
  expect(ids({ a: { b: 1 }, c: 2 }, (row) => row.level === 1)).toEqual(['', '/a', '/c'])
  expect(ids({ a: { b: 1 }, c: 2 }, all)).toEqual(['', '/a', '/a/b', '/c'])
})

test('a row knows its level, and its place among its siblings', () => {
  const row = buildTree({ a: { b: 1, c: 2 } }, all).rows.get('/a/c')
  expect(row).toMatchObject({ level: 3, position: 2, size: 2, parent: '/a', path: ['a', 'c'] })
})

test('an array of 100 has no groups; one of 101 has two (R14.9, R15.7)', () => {
  expect(ids(numbers(100), all)).toHaveLength(101)
  expect(ids(numbers(101), (row) => !row.group)).toEqual(['', '#0', '#100'])
})

test('a group is labelled with its range, and its rows have the real index', () => {
  const { rows } = buildTree(numbers(250), (row) => row.group?.from !== 0)
  const group = rows.get('#200') as Row
  expect(labelText(group, 'Response')).toBe('[200 … 249]')
  expect(spokenText(group, 'Response')).toBe('[200 … 249]: 50 items')
  expect(rows.get('/249')).toMatchObject({
    path: [249],
    value: 2490,
    parent: '#200',
    level: 3,
    position: 50,
    size: 50,
  })
  expect(rows.has('/5')).toBe(false)
})

test('empty containers and primitive values cannot be expanded', () => {
  const { rows } = buildTree({ a: {}, b: [], c: new Date(), d: null }, all)
  for (const id of ['/a', '/b', '/c', '/d']) expect(rows.get(id)?.expanded).toBeUndefined()
})

test('keys with slashes, dots, tildes and hashes have separate rows', () => {
  const odd = { 'a/b': { c: 1 }, a: { 'b/c': 1, 'b~1c': 2 }, '': { '': 3 }, '#0': 4, 'x.y': 5 }
  const rows = ids(odd, all)
  expect(new Set(rows).size).toBe(rows.length)
  expect(rows).toHaveLength(1 + 5 + 4)
})

function expandedIds(value: unknown, expansion: Expansion = new Map()) {
  const { rows } = buildTree(value, (row) => isExpanded(expansion, row))
  return [...rows.values()].filter(({ expanded }) => expanded).map(({ id }) => id)
}

test('three levels are expanded at first, but no groups and no more than 100 children', () => {
  expect(expandedIds({ a: { b: { c: { d: 1 } } } })).toEqual(['', '/a', '/a/b'])
  expect(expandedIds(numbers(250))).toEqual([''])
  const crowd = Object.fromEntries(numbers(101).map((key) => [`k${key}`, key]))
  expect(expandedIds({ crowd })).toEqual([''])
})

test('a row deep in collapsed groups is revealed', () => {
  const value = { list: numbers(250).map((x) => ({ x })) }
  const expansion = reveal(new Map([['/list', false]]), '/list/142/x')
  expect(expandedIds(value, expansion)).toEqual(['', '/list', '/list#100', '/list/142'])
})

test('values can be edited and removed, and containers extended; the root cannot be removed', () => {
  const value = { a: 1, b: [1, 2], long: numbers(201) }
  const { rows } = buildTree(value, all)
  const actions = (id: string) => actionsOf(rows.get(id) as Row)
  expect(actions('/a')).toEqual(['edit', 'copy', 'remove'])
  expect(actions('/b')).toEqual(['edit', 'add', 'copy', 'remove'])
  expect(actions('')).toEqual(['edit', 'add', 'copy'])
  expect(actions('/long#0')).toEqual(['add', 'copy'])
})
