import { expect, test } from 'vitest'
import { labelText, spokenText } from './row-text.ts'
import { buildTree, type Row } from './rows.ts'

const open = () => true
const closed = () => false

function ids(value: unknown, isExpanded: (row: Row) => boolean) {
  return [...buildTree(value, isExpanded).rows.keys()]
}

function numbers(length: number) {
  return Array.from({ length }, (_, at) => at * 10)
}

test('only what is open is laid out', () => {
  expect(ids({ a: { b: 1 }, c: 2 }, closed)).toEqual([''])
  expect(ids({ a: { b: 1 }, c: 2 }, (row) => row.level === 1)).toEqual(['', '/a', '/c'])
  expect(ids({ a: { b: 1 }, c: 2 }, open)).toEqual(['', '/a', '/a/b', '/c'])
})

test('a row knows its level, and its place among its siblings', () => {
  const row = buildTree({ a: { b: 1, c: 2 } }, open).rows.get('/a/c')
  expect(row).toMatchObject({ level: 3, position: 2, size: 2, parent: '/a', path: ['a', 'c'] })
})

test('an array of 100 has no groups; one of 101 has two', () => {
  expect(ids(numbers(100), open)).toHaveLength(101)
  expect(ids(numbers(101), (row) => !row.group)).toEqual(['', '#0', '#100'])
})

test('a group says which items it has, and its rows have the real index', () => {
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

test('ten thousand items in closed groups are a hundred rows', () => {
  expect(ids({ list: numbers(10_000) }, (row) => !row.group)).toHaveLength(102)
})

test('what is empty and what is single cannot be opened', () => {
  const { rows } = buildTree({ a: {}, b: [], c: new Date(), d: null }, open)
  for (const id of ['/a', '/b', '/c', '/d']) expect(rows.get(id)?.expanded).toBeUndefined()
})

test('keys with slashes, dots, tildes and hashes have rows of their own', () => {
  const odd = { 'a/b': { c: 1 }, a: { 'b/c': 1, 'b~1c': 2 }, '': { '': 3 }, '#0': 4, 'x.y': 5 }
  const rows = ids(odd, open)
  expect(new Set(rows).size).toBe(rows.length)
  expect(rows).toHaveLength(1 + 5 + 4)
})

test('"__proto__" and "constructor" are rows like all others', () => {
  const value = JSON.parse('{"__proto__": {"constructor": 1}}')
  expect(ids(value, open)).toEqual(['', '/__proto__', '/__proto__/constructor'])
})

test('two hundred levels are two hundred rows', () => {
  const deep = numbers(199).reduce<unknown>((value) => [value], 'bottom')
  expect(ids(deep, open)).toHaveLength(200)
})
