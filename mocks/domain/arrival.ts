import type { PostRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'

/** A device without a network may send later than this, in ms, but the row says so. */
const HOUR = 3_600_000

/** When the current write arrived, if it was made more than an hour before (R4.18). A replica leaves that to its club. */
export function arrivalOf(tx: Transaction): Pick<PostRow, 'arrivedAt'> {
  const now = tx.clock.now()
  return tx.origin !== 'copy' && now - tx.now > HOUR ? { arrivedAt: timestamp(now) } : {}
}
