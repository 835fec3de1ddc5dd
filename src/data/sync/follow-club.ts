import type { QueryClient } from '@tanstack/react-query'
import { reportArrival } from '../arrivals.ts'
import { keepPushOn } from '../push.ts'
import { republishClubChanges } from './club-changes.ts'
import { reportRefusals } from './refused-writes.ts'
import { requestSync, wakeInTime } from './request-sync.ts'
import { followSyncStatus } from './sync-status.ts'

/**
 * Keep this page and the worker's replica current, for as long as the page shows a screen of a club.
 * @param signal ends it
 */
export function followClub(client: QueryClient, signal: AbortSignal): void {
  followSyncStatus(signal)
  wakeInTime(signal)
  reportRefusals(client, signal)
  republishClubChanges(signal)
  const sync = () => {
    if (document.visibilityState !== 'visible') return
    requestSync('opportunity').then(
      (wait) => wait ?? reportArrival(),
      () => undefined,
    )
  }
  for (const type of ['online', 'focus']) window.addEventListener(type, sync, { signal })
  document.addEventListener('visibilitychange', sync, { signal })
  navigator.serviceWorker?.addEventListener('controllerchange', sync, { signal })
  sync()
  keepPushOn().catch(() => undefined)
}
