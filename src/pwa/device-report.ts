import { askWorker } from './ask-worker.ts'
import type { WorkerStatus } from './worker-messages.ts'

/** Sizes in bytes. */
export type DeviceReport = WorkerStatus & {
  usage: number
  quota: number
  /** Whether the browser promised not to clear our data on its own account. */
  persisted: boolean
  /** From the page through the worker to the store and back. */
  roundTripMs: number
}

export async function reportOnDevice(): Promise<DeviceReport> {
  const status = await askWorker('STATUS')
  const asked = performance.now()
  await askWorker('PING')
  const roundTripMs = performance.now() - asked
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  const persisted = await navigator.storage.persisted()
  return { ...status, usage, quota, persisted, roundTripMs }
}

/** Ask the browser not to clear our data when space runs out: there is no other copy of it. */
export async function keepData(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
