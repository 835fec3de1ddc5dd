import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { askWorker } = vi.hoisted(() => ({ askWorker: vi.fn() }))
vi.mock('../../pwa/ask-worker.ts', () => ({ askWorker }))
const { requestSync, stopRetrying } = await import('./request-sync.ts')

const browser = { onLine: true, serviceWorker: { controller: {} as object | null } }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('window', globalThis)
  Object.assign(browser, { onLine: true, serviceWorker: { controller: {} } })
  askWorker.mockReset()
})
afterEach(async () => {
  stopRetrying()
  // Ends the series of failures.
  askWorker.mockResolvedValue(undefined)
  Object.assign(browser, { serviceWorker: { controller: {} } })
  await requestSync()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a failed sync is tried again after 1, 2, 4 … 60 s, until it succeeds', async () => {
  askWorker.mockRejectedValue(new Error('No network'))
  await requestSync()
  for (const [count, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(askWorker).toHaveBeenCalledTimes(count + 1)
    await vi.advanceTimersByTimeAsync(1)
  }
  askWorker.mockReset().mockResolvedValue(undefined)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(askWorker).toHaveBeenCalledOnce()
  expect(await requestSync()).toBe(true)
})

test('without a network nothing is tried until it is back', async () => {
  browser.onLine = false
  askWorker.mockRejectedValue(new Error('No network'))
  expect(await requestSync()).toBe(false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(askWorker).toHaveBeenCalledOnce()
})

test('without a worker there is nothing to synchronize', async () => {
  browser.serviceWorker.controller = null
  await requestSync()
  expect(askWorker).not.toHaveBeenCalled()
})
