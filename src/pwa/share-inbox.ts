import { clear, del, entries, promisifyRequest } from 'idb-keyval'
import { pageStore } from './page-store.ts'

/**
 * A share from another app. The worker stores it before it replies, so that it survives a stopped worker
 * and a closed page. It stays until the user has added or discarded it.
 */
export type Share = {
  text: string
  images: File[]
  /** Files with posts of a phone nearby (docs/sync.md#courier). */
  bundles?: File[]
}

/** A share with its id in the inbox. Earlier versions of the app had one place, under a text. */
export type WaitingShare = Share & { id: number | string }

/** Any website can send shares, so their number is limited. */
export const MOST_SHARES = 10

const inbox = pageStore('gearheads-inbox', 'shares')

/** Queue a share. @returns false if too many wait already, and this one is not stored */
export function putShare(share: Share): Promise<boolean> {
  return inbox('readwrite', async (shares) => {
    const ids = await promisifyRequest(shares.getAllKeys())
    if (ids.length >= MOST_SHARES) return false
    // An id is never used twice: a tab may still show a share that another tab has removed.
    const last = Number(ids.findLast((id) => typeof id === 'number') ?? 0)
    shares.put(share, Math.max(Date.now(), last + 1))
    await promisifyRequest(shares.transaction)
    return true
  })
}

/** The oldest share. Ids sort by time. */
export async function readShare(): Promise<WaitingShare | undefined> {
  const [first] = await entries<WaitingShare['id'], Share>(inbox)
  return first && { id: first[0], ...first[1] }
}

/** Remove a share that was added to a draft or discarded. */
export function removeShare(id: WaitingShare['id']): Promise<void> {
  return del(id, inbox)
}

/** Remove all shares. */
export function clearShares(): Promise<void> {
  return clear(inbox)
}
