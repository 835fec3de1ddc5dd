import { clear } from 'idb-keyval'
import { pageStore } from '../pwa/page-store.ts'
import { loadLanding } from '../pwa/reload.ts'
import { clearShares } from '../pwa/share-inbox.ts'
import { localStore, sessionStore } from '../pwa/web-storage.ts'
import { forgetDrafts } from './drafts/draft-store.ts'
import { forgetCache } from './persisted-cache.ts'

/** The database and the store of the request tester's history. It is cleared at logout, opened or not. */
export const TESTER_HISTORY = ['gearheads-tester', 'exchanges'] as const

/**
 * Clear all local storage, what was shown last among it, and load the landing screen (R3.16). Drafts
 * and the tester's history go too: the next user of the device is somebody else.
 */
export async function logOut(userId = ''): Promise<void> {
  localStore.clear()
  await clearUserData(userId).finally(loadLanding)
}

/** Clear what the page keeps of a user, and let it write none of it again before it is gone. */
export async function clearUserData(userId: string): Promise<void> {
  forgetCache()
  sessionStore.clear()
  // The router notes down where each screen was scrolled to, under addresses that may hold a search.
  addEventListener('pagehide', () => sessionStore.clear())
  await Promise.allSettled([
    forgetDrafts(userId),
    clearShares(),
    clear(pageStore(...TESTER_HISTORY)),
  ])
}
