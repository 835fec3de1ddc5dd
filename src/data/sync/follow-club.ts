import type { QueryClient } from '@tanstack/react-query'
import { republishClubChanges } from './club-changes.ts'
import { reportRefusals } from './refused-writes.ts'
import { requestSync, stopRetrying } from './request-sync.ts'
import { followSyncStatus } from './sync-status.ts'

/**
 * Keep this page and the worker's replica current, for as long as the page shows a screen of a club.
 * @param signal ends it
 */
export function followClub(client: QueryClient, signal: AbortSignal): void {
  followSyncStatus(signal)
  reportRefusals(client, signal)
  republishClubChanges(signal)
  const sync = () => {
    if (document.visibilityState === 'visible') requestSync()
  }
  window.addEventListener('online', requestSync, { signal })
  window.addEventListener('focus', sync, { signal })
  document.addEventListener('visibilitychange', sync, { signal })
  navigator.serviceWorker?.addEventListener('controllerchange', sync, { signal })
  signal.addEventListener('abort', stopRetrying)
  sync()
}
