import type { Transaction } from './transaction.ts'

/** How long an entry stays in the queue, in milliseconds. */
const LIFETIME = 24 * 3_600_000

/** The same where writes can arrive late: a device may repeat one, or show its picture, after weeks. */
const LATE_LIFETIME = 30 * LIFETIME

/** The same for a picture that no row shows, where many people can upload: devices send it right before its post. */
const CLUB_UPLOAD_LIFETIME = 3_600_000

const MINUTE = 60_000

/** The maximum of entries that one write removes from the queue, and of those whose time it corrects. */
const BATCH = 10

/** An entry to remove, an upload to remove unless a row shows it by then, or a step of the removal of an account. */
export type Expiring =
  | { kind: 'idempotency' | 'moved'; id: string }
  | { kind: 'upload'; _id: string; id: string }
  /** The pictures that a report keeps. */
  | { kind: 'report'; id: string }
  | RemovedAccount

/** A removal of an account that is not finished: the rows of this stage before `before` are left. */
export type RemovedAccount = {
  kind: 'account'
  /** The `_id` of the user. */
  id: string
  keepPosts: boolean
  stage: 'posts' | 'users' | 'notifications'
  before?: string
}

/** `_id` starts with the time, so the queue is sorted by time. */
type Queued = { _id: string; at: number; what: Expiring }

/**
 * Queues something that expires after a day. Where writes can arrive late: after a month, and an upload after an hour. It is
 * queued as if it were older, so that the queue stays in the order of expiry.
 */
export function expireLater(tx: Transaction, what: Expiring): void {
  const isShort = tx.origin !== 'own' && what.kind === 'upload'
  queue(tx, what, tx.clock.now() - (isShort ? LATE_LIFETIME - CLUB_UPLOAD_LIFETIME : 0))
}

/** Queues work that the next write does. */
export function expireNow(tx: Transaction, what: Expiring): void {
  queue(tx, what, tx.clock.now() - lifetimeIn(tx) - MINUTE)
}

function queue(tx: Transaction, what: Expiring, at: number): void {
  const _id = `${hex(at)}-${crypto.randomUUID()}`
  tx.putEntry('expiry', _id, { _id, at, what } satisfies Queued)
}

/** Removes expired entries from the queue: one batch at most, so that no write takes long. */
export async function takeExpired(tx: Transaction): Promise<Expiring[]> {
  const now = tx.clock.now()
  const [newest, expired] = await Promise.all([
    tx.listEntries('expiry', { limit: BATCH }) as Promise<Queued[]>,
    tx.listEntries('expiry', { before: limitNow(tx), limit: BATCH }) as Promise<Queued[]>,
  ])
  // The clock was set back: without a correction these would stay until it has caught up.
  for (const { _id, what } of newest.filter(({ at }) => at > now)) {
    tx.putEntry('expiry', _id, undefined)
    expireLater(tx, what)
  }
  for (const { _id } of expired) tx.putEntry('expiry', _id, undefined)
  return expired.map(({ what }) => what)
}

/** Whether {@link takeExpired} would remove something. */
export async function hasExpired(tx: Transaction): Promise<boolean> {
  const [[newest], expired] = await Promise.all([
    tx.listEntries('expiry', { limit: 1 }) as Promise<Queued[]>,
    tx.listEntries('expiry', { before: limitNow(tx), limit: 1 }),
  ])
  // The clocks of processes can differ by seconds.
  const wasSetBack = newest && newest.at > tx.clock.now() + MINUTE
  return wasSetBack || expired.length > 0
}

/** Older entries have expired. The same for a minute, so that a server with the rows in memory reads them once. */
function limitNow(tx: Transaction): string {
  const time = tx.clock.now() - lifetimeIn(tx)
  return hex(time - (time % MINUTE))
}

function lifetimeIn({ origin }: Transaction): number {
  return origin === 'own' ? LIFETIME : LATE_LIFETIME
}

/** Milliseconds since 1970, with as many digits as in a UUIDv7. */
function hex(time: number): string {
  return time.toString(16).padStart(12, '0')
}
