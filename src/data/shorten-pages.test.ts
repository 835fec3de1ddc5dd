import { expect, test } from 'vitest'
import { firstRows, shortEnough } from './shorten-pages.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: `row${n}` }))
const list = { pages: [{ rows: rows(4), next: 'row3' }, { rows: rows(4) }], pageParams: ['', 'x'] }

test('the first page of a list is kept as it is', () => {
  expect(firstRows(list)).toEqual({ pages: [{ rows: rows(4), next: 'row3' }], pageParams: [''] })
})

test('the page after a shorter one starts where it ends', () => {
  expect(firstRows(list, 2).pages).toEqual([{ rows: rows(2), next: 'row1' }])
  expect(firstRows({ pages: [], pageParams: [] }, 2).pages).toEqual([])
})

test('half of the rows are left out until the text is short enough, and nothing is stored if one is too long (R15.11)', () => {
  const make = (count: number) => 'x'.repeat(Math.min(count, 20))
  expect(shortEnough(make, 20, 22)).toBe(JSON.stringify(make(20)))
  expect(shortEnough(make, 20, 21)).toBe(JSON.stringify(make(10)))
  expect(shortEnough(make, 20, 3)).toBe(JSON.stringify(make(1)))
  expect(shortEnough(make, 20, 2)).toBeUndefined()
})
