import { askWorker } from './ask-worker.ts'
import { observable } from './observable.ts'
import { workerControl } from './register.ts'

/** Whether everything came to be kept for offline use just now: true once, on a first visit. */
export const offlineReady = observable(false)

/**
 * When the app has nothing better to do, have the worker keep the files that it did not need to start.
 * What is cut off goes on at the next start, or when the network is back.
 */
export async function keepForOffline(): Promise<void> {
  await workerControl()
  await idle()
  const keep = async () => {
    const added = await askWorker('KEEP_REST')
    if (added > 0) offlineReady.set(true)
  }
  await keep().catch(() => {
    window.addEventListener('online', () => keep().catch(() => undefined), { once: true })
  })
}

async function idle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  // Safari has no idle callbacks.
  const wait = window.requestIdleCallback ?? ((resolve: () => void) => setTimeout(resolve, 500))
  await new Promise<void>((resolve) => wait(() => resolve()))
}
