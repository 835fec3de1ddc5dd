import { askWorker } from './ask-worker.ts'
import { observable } from './observable.ts'
import { startWorker } from './register.ts'
import { whenIdle } from './when-idle.ts'
import type { WorkerStatus } from './worker-messages.ts'

/** Becomes true when this page has completed the precache, so not if it was complete before. */
export const offlineReady = observable(false)

/**
 * When the page is idle, have the worker cache the files that are missing: at a first visit those that it did not need to
 * start, later those that the browser lost. An interrupted download continues at the next start, or when the network is back.
 */
export async function keepForOffline(): Promise<void> {
  await idle()
  const keep = async () => {
    const added = await askWorker('KEEP_ALL')
    if (added > 0) offlineReady.set(true)
  }
  await keep().catch(() => {
    window.addEventListener('online', () => keep().catch(() => undefined), { once: true })
  })
}

/** Wait until the worker controls the page, and the browser is idle after loading it. */
export async function idle(): Promise<void> {
  await startWorker()
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>((resolve) => whenIdle(resolve))
}

/** Sizes in bytes. */
export type DeviceReport = WorkerStatus & {
  usage: number
  quota: number
  /** Whether the browser has agreed not to clear our data when space runs out. */
  persisted: boolean
  /** From the page through the worker to the store and back. */
  roundTripMs: number
}

export async function reportOnDevice(): Promise<DeviceReport> {
  const status = await askWorker('STATUS')
  const started = performance.now()
  await askWorker('PING')
  const roundTripMs = performance.now() - started
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  const persisted = await navigator.storage.persisted()
  return { ...status, usage, quota, persisted, roundTripMs }
}

/** Request that the browser never clears our data when space runs out: there is no other copy. */
export async function keepData(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
