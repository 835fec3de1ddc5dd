import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

test.each([
  [60, 'm'],
  [3600, 'h'],
  [86_400, 'd'],
  [604_800, 'w'],
  [2_592_000, 'mo'],
  [31_536_000, 'y'],
])('a unit of %d s is written %s (R4.15)', (seconds, symbol) => {
  for (const count of [1, 2, 3]) {
    expect(timeAgo(NOW - count * seconds * 1000, NOW)).toBe(`${count}${symbol}`)
  }
})

test('less than a minute ago, or in the future, is now', () => {
  expect(timeAgo(NOW - 59_999, NOW)).toBe('now')
  expect(timeAgo(NOW + 3_600_000, NOW)).toBe('now')
})

test('switches to a unit when it is complete', () => {
  expect(timeAgo(NOW - 86_399_999, NOW)).toBe('23h')
  expect(timeAgo(NOW - 604_799_999, NOW)).toBe('6d')
})
