import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const reload = vi.fn()
const workers = new EventTarget()
let page: typeof import('./reload.ts')

beforeEach(async () => {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { serviceWorker: workers })
  vi.resetModules()
  page = await import('./reload.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  reload.mockReset()
})

test('a reload is requested again when another worker takes over before it is answered', async () => {
  page.reloadPage()
  await expect.poll(() => reload).toHaveBeenCalledOnce()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledTimes(2)
})

test('what is to be saved before a reload is waited for, but not forever', async () => {
  vi.useFakeTimers()
  const done = vi.fn()
  const { promise, resolve } = Promise.withResolvers<void>()
  page.beforeReload(() => promise)
  page.prepareReload(30_000).then(done)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toHaveBeenCalledOnce()
  resolve()
  await page.prepareReload(30_000)
})
