import type { EntryKind } from './keys.ts'
import type { Transaction } from './transaction.ts'

/** How long an entry of the queue is kept, in milliseconds. */
const LIFETIME = 24 * 3_600_000

/** The most entries that one write takes out of the queue, and the most whose time it corrects. */
const BATCH = 10

/** An entry that is removed, or an upload that is removed unless a row shows it by then. */
export type Expiring =
  | { kind: Exclude<EntryKind, 'expiry'>; id: string }
  | { kind: 'upload'; _id: string; id: string }

/** `_id` starts with the time, so that the queue is listed in the order of time. */
type Queued = { _id: string; at: number; what: Expiring }

/** Queue something that expires after a day. */
export function expireLater(tx: Transaction, what: Expiring): void {
  const at = Date.now()
  const _id = `${hex(at)}-${crypto.randomUUID()}`
  tx.putEntry('expiry', _id, { _id, at, what } satisfies Queued)
}

/** Take out of the queue what has expired: at most one batch, so that no write takes long. */
export async function takeExpired(tx: Transaction): Promise<Expiring[]> {
  const now = Date.now()
  const [newest, expired] = await Promise.all([
    tx.listEntries('expiry', { limit: BATCH }) as Promise<Queued[]>,
    tx.listEntries('expiry', { before: hex(now - LIFETIME), limit: BATCH }) as Promise<Queued[]>,
  ])
  // The clock was set back: without a correction these would be kept until it has caught up.
  for (const { _id, what } of newest.filter(({ at }) => at > now)) {
    tx.putEntry('expiry', _id, undefined)
    expireLater(tx, what)
  }
  for (const { _id } of expired) tx.putEntry('expiry', _id, undefined)
  return expired.map(({ what }) => what)
}

/** Milliseconds since 1970, as long as in a UUIDv7. */
function hex(time: number): string {
  return time.toString(16).padStart(12, '0')
}
