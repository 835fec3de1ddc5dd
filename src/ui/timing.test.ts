import { afterEach, expect, test, vi } from 'vitest'
import { throttle } from './timing.ts'

afterEach(() => void vi.useRealTimers())

test('throttle allows one call per interval', () => {
  const may = throttle(3000)
  expect([may(10_000), may(10_001), may(12_999), may(13_000), may(13_001)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

test('setting the wall clock back does not extend the interval', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const may = throttle(3000)
  expect(may()).toBe(true)
  vi.advanceTimersByTime(3000)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(may()).toBe(true)
})
