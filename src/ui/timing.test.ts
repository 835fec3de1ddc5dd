import { afterEach, expect, test, vi } from 'vitest'
import { throttle } from './timing.ts'

afterEach(() => void vi.useRealTimers())

test('throttle allows one call per interval', () => {
  const { start, left } = throttle(3000)
  const starts = [10_000, 10_001, 12_999, 13_000, 13_001].map((now) => start(now))
  expect(starts).toEqual([true, false, false, true, false])
  expect([left(13_001), left(15_999), left(16_000)]).toEqual([2999, 1, 0])
})

test('setting the wall clock back does not extend the interval', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const { start } = throttle(3000)
  expect(start()).toBe(true)
  vi.advanceTimersByTime(3000)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(start()).toBe(true)
})
