import { createStore, del, get, set } from 'idb-keyval'

/**
 * What another app shared to this one. The worker puts it here before it answers the share, so that
 * it outlives a stopped worker and a page that is closed at once; it stays until the user has decided
 * about it.
 */
export type Share = { text: string; images: File[] }

const KEY = 'share'
let store: ReturnType<typeof createStore> | undefined

/** Opened when it is needed: most visits share nothing. */
function inbox() {
  store ??= createStore('gearheads-inbox', 'shares')
  return store
}

/** Keep a share, in place of the one before, if nothing was decided about that. */
export function putShare(share: Share): Promise<void> {
  return set(KEY, share, inbox())
}

/** The share that waits for a decision. */
export function readShare(): Promise<Share | undefined> {
  return get(KEY, inbox())
}

/** Forget the share: it is in a draft, or was discarded. */
export function clearShare(): Promise<void> {
  return del(KEY, inbox())
}
