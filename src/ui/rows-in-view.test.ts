import { expect, test } from 'vitest'
import { RowHeights, rowsBetween } from './rows-in-view.ts'

test('rows have an estimated height until they are measured', () => {
  const heights = new RowHeights()
  heights.set('b', 100)
  expect(heights.tops(['a', 'b', 'c'])).toEqual([0, 280, 380, 660])
  expect(heights.tops([])).toEqual([0])
})

test('the tops are added up again only after a change', () => {
  const heights = new RowHeights()
  const keys = ['a', 'b']
  const before = heights.tops(keys)
  expect(heights.tops(keys)).toBe(before)
  heights.set('a', 100)
  expect(heights.tops(keys)).toEqual([0, 100, 380])
  expect(before).toEqual([0, 280, 560])
  expect(heights.tops(['b'])).toEqual([0, 280])
})

const tops = [0, 100, 200, 300, 400]

test.each([
  { from: 0, to: 150, rows: { first: 0, end: 2 } },
  { from: 100, to: 300, rows: { first: 1, end: 4 } },
  { from: 150, to: 160, rows: { first: 1, end: 2 } },
  { from: -500, to: 50, rows: { first: 0, end: 1 } },
  { from: 350, to: 9000, rows: { first: 3, end: 4 } },
])('rows that are at least partly between $from and $to px', (given) => {
  expect(rowsBetween(tops, given.from, given.to)).toEqual(given.rows)
})

test('past the end: the last row; before the start, or in an empty list: none', () => {
  expect(rowsBetween(tops, 5000, 6000)).toEqual({ first: 3, end: 4 })
  expect(rowsBetween(tops, -900, -500)).toEqual({ first: 0, end: 0 })
  expect(rowsBetween([0], 0, 1000)).toEqual({ first: 0, end: 0 })
})
