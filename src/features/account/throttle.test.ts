import { afterEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

afterEach(() => void vi.useRealTimers())

test('a throttle lets one call through, then none until the wait is over', () => {
  const may = throttle(3000)
  expect([may(10_000), may(10_001), may(12_999), may(13_000), may(13_001)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

test('a clock that is set back does not make the wait longer', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const may = throttle(3000)
  expect(may()).toBe(true)
  vi.advanceTimersByTime(3000)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(may()).toBe(true)
})
