import type { QueryClient } from '@tanstack/react-query'
import { noteForeignChange } from '../client/call.ts'
import { TAB } from '../client/tabs.ts'
import { CHANGES_CHANNEL, type Change, type Changes } from '../contract/changes.ts'
import { refresh } from './refresh.ts'

/** What comes within this time is seen to at once, so that a burst of writes is one refresh. */
const GATHER_MS = 120

/**
 * Refresh what other tabs (and the request tester) changed, as the back end tells it.
 * @returns how to stop
 */
export function subscribeToChanges(client: QueryClient): () => void {
  const gathered = new Map<string, Change>()
  let everything = false
  let timer: number | undefined

  function hear({ by, changes }: Changes): void {
    if (by === TAB) return
    noteForeignChange()
    everything ||= !changes
    for (const change of changes ?? []) {
      const key = change.table + change._id
      const isNew = gathered.get(key)?.kind === 'added' && change.kind === 'changed'
      gathered.set(key, isNew ? { ...change, kind: 'added' } : change)
    }
    plan()
  }

  function plan(): void {
    if (timer || (gathered.size === 0 && !everything)) return
    // A tab that nobody sees waits until somebody does.
    if (document.visibilityState === 'visible') timer = window.setTimeout(see, GATHER_MS)
  }

  function see(): void {
    timer = undefined
    const changes = everything ? undefined : [...gathered.values()]
    gathered.clear()
    everything = false
    refresh(client, changes)
  }

  const stop = new AbortController()
  const { signal } = stop
  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  channel.addEventListener('message', ({ data }) => hear(data), { signal })
  document.addEventListener('visibilitychange', plan, { signal })
  // A page out of the browser's back/forward cache heard nothing meanwhile.
  const hearAll = ({ persisted }: PageTransitionEvent) =>
    persisted && hear({ by: '', changes: undefined })
  window.addEventListener('pageshow', hearAll, { signal })
  return () => {
    stop.abort()
    channel.close()
    clearTimeout(timer)
  }
}
