import { expect, test } from 'vitest'
import {
  findRegressions,
  judge,
  type Measurement,
  median,
  percentile,
  spread,
} from './measurement.ts'

test('a median at its budget meets it, and one above misses it', () => {
  const measured = { what: 'Start', unit: 'ms', values: [9, 250, 300] } as const
  expect(judge({ ...measured, values: [...measured.values], budget: { atMost: 250 } }).met).toBe(
    true,
  )
  expect(judge({ ...measured, values: [...measured.values], budget: { atMost: 249 } }).met).toBe(
    false,
  )
})

test('the worst value counts where a row says so', () => {
  const { value, met } = judge({
    what: 'Like',
    unit: 'ms',
    values: [16, 56, 16],
    counts: 'worst',
    budget: { atMost: 50 },
  })
  expect([value, met]).toEqual([56, false])
})

test('a score must reach its budget', () => {
  const score = { what: 'Lighthouse', unit: 'points' as const, budget: { atLeast: 100 } }
  expect(judge({ ...score, values: [100, 99, 100] }).met).toBe(true)
  expect(judge({ ...score, values: [99, 99, 100] }).met).toBe(false)
})

test('an infinite value and no value meet no budget', () => {
  const late = [Number.POSITIVE_INFINITY]
  expect(judge({ what: 'Feed', unit: 's', values: late, budget: { atMost: 1 } }).met).toBe(false)
  expect(judge({ what: 'Feed', unit: 's', values: [], budget: { atMost: 1 } }).met).toBe(false)
})

test('the ratio is the other value divided by ours', () => {
  const { ratio } = judge({
    what: 'Reply',
    unit: 'ms',
    values: [2, 2, 2],
    beside: { what: 'stock MSW', values: [5, 5, 6] },
  })
  expect(ratio).toBe(2.5)
})

test('without a budget nothing is met or missed', () => {
  expect(judge({ what: 'Build', unit: 's', values: [5] }).met).toBeUndefined()
})

test('the median of an odd number of values is the one in the middle, in any order', () => {
  expect(median([9, 1, 5])).toBe(5)
})

test('the median of an even number of values lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('a percentile is interpolated between its neighbours', () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index)
  expect(percentile(values, 0.95)).toBe(95)
  expect(percentile([10, 20], 0.95)).toBeCloseTo(19.5)
  expect(percentile([7], 0.95)).toBe(7)
})

test('numbers are sorted as numbers, and the given values stay unchanged', () => {
  const values = [10, 9, 100]
  expect(median(values)).toBe(10)
  expect(values).toEqual([10, 9, 100])
})

test('no values have no median', () => {
  expect(median([])).toBeNaN()
})

test('an infinite value does not affect the median of the others', () => {
  expect(median([Number.POSITIVE_INFINITY, 1, 2])).toBe(2)
})

test('the spread is the range of a few values, and of the middle 80 % of many', () => {
  expect(spread([3, 1, 2])).toEqual({ low: 1, high: 3, of: 'min–max' })
  const many = Array.from({ length: 11 }, (_, index) => index * 10)
  expect(spread(many)).toEqual({ low: 10, high: 90, of: 'p10–p90' })
})

test('a ratio that got worse by more than a third is a regression, in either direction', () => {
  const row = (theirs: number, more: Partial<Measurement> = {}) =>
    judge({
      what: 'Reply',
      unit: 'ms',
      values: [1],
      beside: { what: 'other', values: [theirs] },
      ...more,
    })
  const lines = (before: number, now: number, more?: Partial<Measurement>) =>
    findRegressions([row(before, more)], [row(now, more)])
  expect(lines(4, 2.9)).toEqual(['Reply: theirs ÷ ours was 4.00, is 2.90'])
  expect(lines(4, 3.1)).toEqual([])
  expect(lines(4, 9)).toEqual([])
  const score = { budget: { atLeast: 1 } }
  expect(lines(1, 1.4, score)).toHaveLength(1)
  expect(lines(1, 0.5, score)).toEqual([])
})

test('rows without a comparable ratio are no regressions', () => {
  const row = judge({ what: 'Reply', unit: 'ms', values: [1] })
  const endless = judge({ ...row, beside: { what: 'other', values: [Number.POSITIVE_INFINITY] } })
  const fine = judge({ ...row, beside: { what: 'other', values: [2] } })
  expect(findRegressions([row], [fine])).toEqual([])
  expect(findRegressions([fine], [endless, row, judge({ ...fine, what: 'New' })])).toEqual([])
  expect(findRegressions([JSON.parse(JSON.stringify(endless))], [fine])).toEqual([])
})
