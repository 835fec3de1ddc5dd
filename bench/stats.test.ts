import { expect, test } from 'vitest'
import { median, percentile, spread } from './stats.ts'

test('the median of an odd number of values is the one in the middle, whatever their order', () => {
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

test('numbers are sorted as numbers and the values given stay as they are', () => {
  const values = [10, 9, 100]
  expect(median(values)).toBe(10)
  expect(values).toEqual([10, 9, 100])
})

test('no values have no median', () => {
  expect(median([])).toBeNaN()
})

test('a value that could not be measured makes no number of the rest', () => {
  expect(median([Number.POSITIVE_INFINITY, 1, 2])).toBe(2)
})

test('the spread of few values is their ends, of many the middle 80 %', () => {
  expect(spread([3, 1, 2])).toEqual({ low: 1, high: 3, of: 'min–max' })
  const many = Array.from({ length: 11 }, (_, index) => index * 10)
  expect(spread(many)).toEqual({ low: 10, high: 90, of: 'p10–p90' })
})
