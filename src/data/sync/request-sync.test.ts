import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { askWorker } = vi.hoisted(() => ({ askWorker: vi.fn() }))
vi.mock('../../pwa/ask-worker.ts', () => ({ askWorker }))
const { requestSync, wakeInTime } = await import('./request-sync.ts')
const { syncStatus } = await import('../../pwa/club.ts')

const browser = { serviceWorker: { controller: {} as object | null } }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('window', globalThis)
  browser.serviceWorker.controller = {}
  askWorker.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  syncStatus.set(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without a worker there is nothing to synchronize', async () => {
  browser.serviceWorker.controller = null
  expect(await requestSync('person')).toBe(undefined)
  expect(askWorker).not.toHaveBeenCalled()
})

test('the worker is woken when its wait is over, and not before', async () => {
  const stop = new AbortController()
  wakeInTime(stop.signal)
  const wait = { problem: 'busy', since: 0, nextTry: Date.now() + 30_000 } as const
  const status = { carried: [], needLogIn: [], gone: [], isRunning: false }
  syncStatus.set({ ...status, pending: [], wait })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(askWorker).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(askWorker.mock.calls).toEqual([['SYNC', { cause: 'change' }]])
  stop.abort()
})
