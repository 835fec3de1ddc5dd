import { clear, del, entries, promisifyRequest } from 'idb-keyval'
import { pageStore } from './page-store.ts'

/**
 * What another app shared to this one. The worker puts it here before it answers the share, so that
 * it outlives a stopped worker and a page that is closed at once; it stays until the user has decided
 * about it.
 */
export type Share = { text: string; images: File[] }

/** A share with its id in the inbox. Earlier versions of the app had one place, under a text. */
export type WaitingShare = Share & { id: number | string }

/** Any website can share, so there is a bound. */
export const MOST_SHARES = 10

const inbox = pageStore('gearheads-inbox', 'shares')

/** Queue a share. @returns false if too many wait for a decision already, and this one is not kept */
export function putShare(share: Share): Promise<boolean> {
  return inbox('readwrite', async (shares) => {
    const ids = await promisifyRequest(shares.getAllKeys())
    if (ids.length >= MOST_SHARES) return false
    // An id is never used twice: a tab may still ask about a share that another tab has removed.
    const last = Number(ids.findLast((id) => typeof id === 'number') ?? 0)
    shares.put(share, Math.max(Date.now(), last + 1))
    await promisifyRequest(shares.transaction)
    return true
  })
}

/** The oldest share that waits for a decision: ids sort by time. */
export async function readShare(): Promise<WaitingShare | undefined> {
  const [first] = await entries<WaitingShare['id'], Share>(inbox)
  return first && { id: first[0], ...first[1] }
}

/** Remove a share: it is in a draft, or was discarded. */
export function removeShare(id: WaitingShare['id']): Promise<void> {
  return del(id, inbox)
}

/** Remove all shares. */
export function clearShares(): Promise<void> {
  return clear(inbox)
}
