import type { QueryClient } from '@tanstack/react-query'
import { clear, createStore } from 'idb-keyval'
import { clearShare } from '../pwa/share-inbox.ts'
import { localStore, sessionStore } from '../pwa/web-storage.ts'
import { viewerQuery } from './auth.ts'
import { forgetDrafts } from './drafts/draft-store.ts'
import { forgetCache } from './kept-cache.ts'
import { token } from './token.ts'

/** The database and the store of the request tester's history. It is cleared at logout, opened or not. */
export const TESTER_HISTORY = ['gearheads-tester', 'exchanges'] as const

/**
 * Clear all local storage, what was shown last among it, and start the page anew (spec §2). What the user
 * was writing and asking goes too: whoever has the device next is somebody else.
 */
export async function logOut(userId = ''): Promise<void> {
  localStore.clear()
  await endSession(userId).finally(() => location.reload())
}

/** When another tab logs out, or in as somebody else, start this one anew too. */
export function followSession(client: QueryClient): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const isLogOut = key === null
    const isOver = isLogOut || (key === token.key && oldValue !== newValue)
    const viewer = client.getQueryData(viewerQuery.queryKey)
    if (!isOver || !viewer) return
    // What this page shows must not be stored as what the next session saw last.
    forgetCache()
    // After the other tab: this one may have saved something since. A session that was refused, or begun
    // again, keeps its drafts.
    const cleared = isLogOut ? endSession(viewer._id) : Promise.resolve()
    cleared.finally(() => location.reload())
  })
}

/** Clear what the page keeps of a user, and let it write none of it again before it is gone. */
async function endSession(userId: string): Promise<void> {
  forgetCache()
  sessionStore.clear()
  // The router notes down where each screen was scrolled to, under addresses that may hold a search.
  addEventListener('pagehide', () => sessionStore.clear())
  await Promise.allSettled([
    forgetDrafts(userId),
    clearShare(),
    clear(createStore(...TESTER_HISTORY)),
  ])
}
