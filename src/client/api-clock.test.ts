import { afterEach, expect, it, vi } from 'vitest'
import { apiClock, noteTime } from './api-clock.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const HOUR = 3_600_000
const dateAt = (time: number) => ({ date: new Date(time).toUTCString() })

vi.useFakeTimers({ now: NOW })
afterEach(() => {
  vi.setSystemTime(NOW)
  noteTime({})
})

it.each([-5 * HOUR, 5 * HOUR])(
  "with a clock that is wrong by %i ms, the time is the club's (R16.24)",
  (wrong) => {
    vi.setSystemTime(NOW + wrong)
    noteTime(dateAt(NOW))
    expect(apiClock.now()).toBe(NOW)
    // The replica knows the difference exactly.
    noteTime({ 'app-now': `${wrong < 0 ? '+' : '-'}${Math.abs(wrong)}ms` })
    expect(apiClock.now()).toBe(NOW)
    // The clock was corrected.
    vi.setSystemTime(NOW)
    noteTime(dateAt(NOW))
    expect(apiClock.now()).toBe(NOW)
  },
)

it('nothing that shows a time is rendered again because replies take longer or shorter', () => {
  vi.setSystemTime(NOW - HOUR)
  noteTime(dateAt(NOW))
  const listener = vi.fn()
  const stop = apiClock.subscribe(listener)
  for (const late of [0, 900, 2_000, 400]) noteTime(dateAt(NOW - late))
  stop()
  expect(listener).not.toHaveBeenCalled()
})

it('a clock that is right within half a minute is kept', () => {
  noteTime(dateAt(NOW - 20_000))
  expect(apiClock.now()).toBe(NOW)
})
