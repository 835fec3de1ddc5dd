import { afterEach, expect, test, vi } from 'vitest'
import { timestamp } from './timestamp.ts'

afterEach(() => vi.restoreAllMocks())

/** Minutes as `getTimezoneOffset` counts them: added to local time they give UTC. */
const offsets = [
  [0, '2026-03-01T00:30:07+00:00'],
  [-120, '2026-03-01T02:30:07+02:00'],
  [-345, '2026-03-01T06:15:07+05:45'],
  [-840, '2026-03-01T14:30:07+14:00'],
  [60, '2026-02-28T23:30:07-01:00'],
  [210, '2026-02-28T21:00:07-03:30'],
  [30, '2026-03-01T00:00:07-00:30'],
] as const

test.each(offsets)('at %i minutes from UTC the local time is %s (R12.16)', (minutes, text) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes)
  const time = Date.parse('2026-03-01T00:30:07.999Z')
  expect(timestamp(time)).toBe(text)
  expect(Date.parse(timestamp(time))).toBe(Date.parse('2026-03-01T00:30:07Z'))
})
