import { askWorker } from '../../pwa/ask-worker.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

let failures = 0
let timer: number | undefined

/**
 * Has the worker synchronize with the club. After a failure it tries again, with growing pauses. Does nothing without a
 * worker: the page then calls the club itself.
 * @returns whether the club was reached
 */
export async function requestSync(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  stopRetrying()
  try {
    await askWorker('SYNC')
    failures = 0
    return true
  } catch {
    // Another call may have failed meanwhile. Without a network, the `online` event is the next attempt.
    if (timer || !navigator.onLine) return false
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS)
    failures += 1
    // Jitter: the devices of a club that was down do not come back at the same moment.
    timer = window.setTimeout(requestSync, pause * (0.5 + Math.random() / 2))
    return false
  }
}

export function stopRetrying(): void {
  clearTimeout(timer)
  timer = undefined
}
