import { mutationOptions } from '@tanstack/react-query'
import { clear, del, keys, set } from 'idb-keyval'
import { call, callHeaders } from '../client/call.ts'
import { request } from '../client/http.ts'
import { claimsOf, leaving, token } from '../client/session.ts'
import { holdForPage, ifUnlocked } from '../client/tabs.ts'
import { endingOf } from '../contract/ending.ts'
import { showOnAppIcon } from '../pwa/app-badge.ts'
import { askWorker } from '../pwa/ask-worker.ts'
import { isClub } from '../pwa/club.ts'
import { pageStore } from '../pwa/page-store.ts'
import { ownController, workerControl } from '../pwa/register.ts'
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
  const ended = isDeleted ? '' : token.read()
  leaving.abort()
  if (isDeleted) localStore.set(DELETED_KEY, userId)
  localStore.clear()
  await clearUserData(userId, isDeleted, ended).finally(loadLanding)
}

/**
 * Clear the data that the page stores of a user. The page stores none after that.
 * @param isDeleted whether the account is gone, so that the landing screen says so
 * @param ended the token whose session is to end, unless it has or another tab does it
 */
export async function clearUserData(userId: string, isDeleted: boolean, ended = ''): Promise<void> {
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
    endSession(userId, ended),
    // Loaded already at a club, so also without a network.
    isClub && import('./push.ts').then(({ endPush }) => endPush()),
  ])
  // At the end: a request that was on its way can have set it again.
  endPictureCookie()
}

/** Ms that a log-out without a worker of a club waits for the reply. */
const LIMIT_MS = 3_000

/** Held by a tab that logs out. */
const LOCK = 'gearheads-log-out'

/** What ends sessions (`endingOf`) whose log-out had no reply yet. Local storage is cleared. */
const endings = pageStore('gearheads-log-outs', 'endings')

/** At a club, the worker keeps what ends the session until there is a network (R3.32). Elsewhere, this device does. */
async function endSession(userId: string, encodedToken: string): Promise<void> {
  if (isClub && ownController()) return askWorker('SYNC_LOG_OUT', { userId, token: encodedToken })
  if (!encodedToken) return
  const ending = endingOf(claimsOf(encodedToken))
  holdForPage(LOCK)
  if (ending) await set(ending, '', endings).catch(console.error)
  await endAt(ending ?? encodedToken)
}

/** Ends the sessions whose log-out failed, unless a tab is just logging out. The next start tries those again that fail again. */
export async function endKeptSessions(): Promise<void> {
  await ifUnlocked(LOCK, async () => Promise.allSettled((await keys<string>(endings)).map(endAt)))
}

/** @param ending what ends a session, or a whole token; it is over afterwards, or was before */
async function endAt(ending: string): Promise<void> {
  if (!isClub) await workerControl()
  const [method, url, data] = ['POST', '/api/auth/logout', { encodedToken: ending }] as const
  await request({ method, url, headers: callHeaders(), data, timeout: LIMIT_MS }).catch((error) => {
    if (error.response?.status !== 401) throw error
  })
  await del(ending, endings)
}

/** Ends the cookie with which a club shows its members pictures that others may not see (`server/members-only.ts`). */
function endPictureCookie(): void {
  document.cookie.replace(/gearheads-pictures-[^=]+/g, (name) => {
    // biome-ignore lint/suspicious/noDocumentCookie: a club on plain http has no other way
    document.cookie = `${name}=; Path=/; Max-Age=0`
    return ''
  })
}

/** End all other sessions of the viewer (R3.18). */
export const logOutOthers = mutationOptions({
  mutationFn: () => call('POST /api/auth/logout-others', {}),
  meta: { done: 'Logged out everywhere else' },
})
