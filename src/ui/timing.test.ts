import { afterEach, expect, test, vi } from 'vitest'
import { gesture, throttle } from './timing.ts'

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

test('only the second click of one gesture is recognized, never a key (R4.19, R5.8)', () => {
  const cases: [name: string, clicks: [detail: number, timeStamp: number][], second: boolean][] = [
    [
      'a double click',
      [
        [1, 1000],
        [2, 1450],
      ],
      true,
    ],
    [
      'a double tap that the browser does not count',
      [
        [1, 1000],
        [1, 1349],
      ],
      true,
    ],
    [
      'two taps',
      [
        [1, 1000],
        [1, 1350],
      ],
      false,
    ],
    [
      'two presses of a key',
      [
        [0, 1000],
        [0, 1001],
      ],
      false,
    ],
    [
      'a key after a click',
      [
        [1, 1000],
        [0, 1001],
      ],
      false,
    ],
    [
      'a click after a key',
      [
        [0, 1000],
        [1, 1001],
      ],
      false,
    ],
  ]
  for (const [name, clicks, second] of cases) {
    const isSecond = gesture()
    const found = clicks.map(([detail, timeStamp]) => isSecond({ detail, timeStamp }))
    expect(found, name).toEqual([false, second])
  }
})
