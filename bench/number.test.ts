import { expect, test } from 'vitest'
import { toText } from './number.ts'

test.each([
  [1234.5, '1,235'],
  [250, '250'],
  [18.25, '18.3'],
  [2.345, '2.35'],
  [0.005, '0.005'],
  [0, '0'],
  [9, '9'],
])('%d is written as %s', (value, text) => {
  expect(toText(value)).toBe(text)
})

test('what never came is infinite, and what was not measured is a dash', () => {
  expect(toText(Number.POSITIVE_INFINITY)).toBe('∞')
  expect(toText(Number.NaN)).toBe('–')
})
