import { mutationOptions } from '@tanstack/react-query'
import { clear } from 'idb-keyval'
import { call } from '../client/call.ts'
import { showOnAppIcon } from '../pwa/app-badge.ts'
import { askWorker } from '../pwa/ask-worker.ts'
import { endPictureCookie, isClub } from '../pwa/club.ts'
import { pageStore } from '../pwa/page-store.ts'
import { loadLanding } from '../pwa/reload.ts'
import { clearShares } from '../pwa/share-inbox.ts'
import { localStore, sessionStore } from '../pwa/web-storage.ts'
import { DELETED_KEY, setSessionEndedText } from './auth.ts'
import { forgetDrafts } from './drafts/draft-store.ts'
import { forgetCache } from './persisted-cache.ts'

/** The database and the object store of the request tester's history and saved requests, which a logout clears. */
export const TESTER_REQUESTS = ['gearheads-tester', 'exchanges'] as const

/**
 * Clear local storage with the token and the persisted cache, and load the landing screen (R3.16). Drafts, writes that
 * a club does not have yet, and the tester's requests are removed too: the next user of the device may be another person.
 */
export async function logOut(userId = '', isDeleted = false): Promise<void> {
  if (isDeleted) localStore.set(DELETED_KEY, userId)
  localStore.clear()
  await clearUserData(userId, isDeleted).finally(loadLanding)
}

/**
 * Clear the data that the page stores of a user. The page stores none after that.
 * @param isDeleted whether the account is gone, so that the landing screen says so
 */
export async function clearUserData(userId: string, isDeleted: boolean): Promise<void> {
  forgetCache()
  sessionStore.clear()
  showOnAppIcon(0)
  // The router stores scroll positions by address, and an address may contain a search.
  addEventListener('pagehide', () => {
    sessionStore.clear()
    if (isDeleted) setSessionEndedText('Your account has been deleted.')
  })
  await Promise.allSettled([
    forgetDrafts(userId),
    clearShares(),
    clear(pageStore(...TESTER_REQUESTS)),
    isClub && askWorker('SYNC_FORGET', { userId }),
    // Loaded already at a club, so also without a network.
    isClub && import('./push.ts').then(({ endPush }) => endPush()),
  ])
  // At the end: a request that was on its way can have set it again.
  endPictureCookie()
}

/** End all other sessions of the viewer (R3.18). */
export const logOutOthers = mutationOptions({
  mutationFn: () => call('POST /api/auth/logout-others', {}),
  meta: { done: 'Logged out everywhere else' },
})
