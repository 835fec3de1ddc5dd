import type { SyncCause, SyncWait } from '../../../sync/messages.ts'
import { askWorker } from '../../pwa/ask-worker.ts'
import { syncStatus } from '../../pwa/club.ts'

/**
 * Wakes the worker's scheduler, which decides whether it synchronizes now (docs/sync.md#when). Does nothing without a
 * worker: the page then calls the club itself.
 * @returns why the device waits afterwards; `undefined` when all is done
 */
export async function requestSync(cause: SyncCause): Promise<SyncWait | undefined> {
  if (!navigator.serviceWorker?.controller) return undefined
  return askWorker('SYNC', { cause })
}

const MAX_PAUSE_MS = 60_000

/** Wakes the scheduler when its wait is over: the browser stops an idle worker, and its timers. */
export function wakeInTime(signal: AbortSignal): void {
  let timer: number | undefined
  const change = () => {
    clearTimeout(timer)
    const wait = syncStatus.get()?.wait
    if (!wait) return
    // A clock that was set back would make it late. To wake it early costs nothing.
    const pause = Math.min(Math.max(0, wait.nextTry - Date.now()), MAX_PAUSE_MS)
    timer = window.setTimeout(wake, pause)
  }
  const wake = () => requestSync('change').catch(() => undefined)
  const unsubscribe = syncStatus.subscribe(change)
  signal.addEventListener('abort', () => {
    unsubscribe()
    clearTimeout(timer)
  })
}
