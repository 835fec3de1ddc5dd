import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  // A browser that is never idle calls back after the time limit, if it is given one.
  [
    'is never idle',
    (work: () => void, { timeout = Number.MAX_SAFE_INTEGER } = {}) =>
      void setTimeout(work, Math.min(timeout, 1e9)),
  ],
  ['has no idle callbacks', undefined],
])('work is done within its limit in a browser that %s', (_, requestIdleCallback) => {
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  const work = vi.fn()
  whenIdle(work, 500)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(work).toHaveBeenCalledOnce()
})
