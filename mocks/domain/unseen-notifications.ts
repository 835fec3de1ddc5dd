import { MAX_UNSEEN } from '../../src/contract/max-unseen.ts'
import type { NotificationRow } from '../data/notifications.ts'
import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'

/** Notifications without the people who were muted after them. One by nobody else is left out. */
export function withoutMuted(
  rows: readonly NotificationRow[],
  muted: readonly string[],
): NotificationRow[] {
  const unmuted = rows.map((row) => ({
    ...row,
    by: row.by.filter(({ userId }) => !muted.includes(userId)),
  }))
  return unmuted.filter(({ by }) => by.length > 0)
}

/** How many notifications of a user are unseen, at most `MAX_UNSEEN`. */
export async function countUnseen(tx: Transaction, user: UserRow): Promise<number> {
  const muted = await tx.links.list('muted', user)
  if (muted.length === 0) return tx.notifications.countUnseen(user._id, MAX_UNSEEN)
  const seen = await tx.notifications.lastSeen(user._id)
  const rows = await tx.notifications.list(user._id, { limit: MAX_UNSEEN })
  return withoutMuted(rows, muted).filter(({ _id }) => _id > seen).length
}
