import type { Transaction } from '../../mocks/store/transaction.ts'
import { MAX_VIEWERS } from '../protocol.ts'
import { listUnsent } from './unsent.ts'

const VIEWERS = 'viewers'

/**
 * The `_id`s of the users of this device, whose likes, votes, bookmarks and follows it has: those whose writes wait, then
 * those who have logged in, the latest first.
 */
export async function readViewers(tx: Transaction): Promise<string[]> {
  const authors = (await listUnsent(tx)).map(({ userId }) => userId)
  return [...new Set([...authors, ...(await loggedIn(tx))])].slice(0, MAX_VIEWERS)
}

/** Notes that a user has logged in here. */
export async function addViewer(tx: Transaction, userId: string): Promise<void> {
  const others = (await loggedIn(tx)).filter((id) => id !== userId)
  tx.putMeta(VIEWERS, [userId, ...others].slice(0, MAX_VIEWERS))
}

/** Notes that a user has logged out. */
export async function removeViewer(tx: Transaction, userId: string): Promise<void> {
  tx.putMeta(
    VIEWERS,
    (await loggedIn(tx)).filter((id) => id !== userId),
  )
}

async function loggedIn(tx: Transaction): Promise<string[]> {
  return ((await tx.getMeta(VIEWERS)) as string[] | undefined) ?? []
}
