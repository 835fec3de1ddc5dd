import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const SECONDS = {
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
}
const NOW = Date.parse('2026-06-15T12:00:00Z')

test.each(Object.entries(SECONDS))(
  'formats one %s and several as Intl.RelativeTimeFormat does',
  (unit, length) => {
    const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
    for (const count of [1, 2, 3]) {
      const expected = format.format(-count, unit as Intl.RelativeTimeFormatUnit)
      expect(timeAgo(NOW - count * length * 1000, NOW)).toBe(expected)
    }
  },
)

test('less than a minute ago, or in the future, is now', () => {
  expect(timeAgo(NOW - 59_999, NOW)).toBe('now')
  expect(timeAgo(NOW + 3_600_000, NOW)).toBe('now')
})

test('switches to a unit when it is complete', () => {
  expect(timeAgo(NOW - 86_399_999, NOW)).toBe('23 hr. ago')
  expect(timeAgo(NOW - 604_799_999, NOW)).toBe('6 days ago')
})
