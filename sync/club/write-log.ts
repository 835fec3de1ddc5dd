import { countedPrefix, countKey } from '../../mocks/data/counts.ts'
import { momentOf, nextMoment } from '../../mocks/data/ids.ts'
import { entryKey } from '../../mocks/data/keys.ts'
import type { NotificationRow } from '../../mocks/data/notifications.ts'
import type { CommentRow, PostRow } from '../../mocks/data/tables.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { concerns, isReplicated, publicValue } from '../entries.ts'
import type { ChangedEntries, EntryList } from '../protocol.ts'
import { rowEntries } from './row-entries.ts'

/**
 * The club's log of its writes: an entry for each, with the keys that it changed, in the transaction of the write.
 * Replicas read from it which values to read again.
 */
const LOG = 'log/'

/**
 * `id` starts with the moment of the write, so the log is sorted by time. It is the cursor after this entry, followed by a
 * number where writers are concurrent ({@link cursorAt}). `by` is the author of a write with a name, empty for a sign-up.
 * Entries of older versions do not have it.
 */
type LogEntry = { id: string; name?: string; by?: string; keys: string[] }

/** How long entries are kept, in ms. A device that was offline for longer copies everything again. */
const LOG_LIFETIME = 30 * 24 * 3_600_000

/** The maximum of entries in one reply. */
const MAX_ENTRIES = 1_000
/** A device that has missed as many writes copies the club again, which takes fewer and smaller replies. */
const MAX_BEHIND = 10 * MAX_ENTRIES
/** Entries that are read at a time, or whose values are. */
const BATCH = 100
/** Characters of the values in one reply, as JSON, about. */
const MAX_LENGTH = 2_000_000

/** A write of more keys, such as a migration, is not logged: every replica copies everything again. */
const MAX_KEYS = 5_000

/**
 * Concurrent processes can commit in another order than that of the moments, which come from their clocks. So
 * readers get the last seconds before their cursor again.
 */
const OVERLAP_MS = 15_000

/** Logs the write of this transaction, if it has a name or changes what replicas have. Runs before the commit. */
export async function logWrite(tx: Transaction): Promise<void> {
  const { changes, written } = tx.entries
  const keys = [...changes.keys()].filter(isReplicated)
  const isNew = written === undefined || keys.length > MAX_KEYS
  if (isNew) tx.entries.clear([LOG])
  if (isNew) append(tx, [])
  else if (keys.length > 0 || (tx.name && changes.size > 0)) append(tx, keys)
}

function append(tx: Transaction, keys: string[]): void {
  const id = `${nextMoment()}-${crypto.randomUUID().slice(0, 8)}`
  tx.entries.set(LOG + id, { id, ...doneIn(tx), keys } satisfies LogEntry)
}

/** The write that this transaction has done. One that was done before can change the key of a device, which is used again. */
function doneIn({ name, entries }: Transaction): { name?: string; by?: string } {
  const record = name && entries.changes.get(entryKey('idempotency', name))
  return record ? { name, by: (record as { userId?: string }).userId ?? '' } : {}
}

/** The stored entry of a write in the past, for generated data. @param id a UUIDv7 of its time @param keys which it changed */
export function loggedWrite(id: string, keys: readonly string[]): [key: string, value: unknown] {
  const entry: LogEntry = { id: `${momentOf(id)}-${id.slice(-8)}`, keys: keys.filter(isReplicated) }
  return [LOG + entry.id, entry]
}

/** Makes sure that there is a cursor, and that new entries sort after the last one even if the clock was set back. */
export async function startLog(tx: Transaction): Promise<void> {
  const last = await lastEntry(tx)
  if (last) nextMoment(Date.now(), last.id.slice(0, 15))
  else append(tx, [])
}

/** Removes old entries, at most a thousand, but never the last. @returns whether there may be more */
export async function trimLog(tx: Transaction): Promise<boolean> {
  const oldest = (await tx.entries.scanStored(LOG, { limit: MAX_ENTRIES })) as LogEntry[]
  const isAll = oldest.length < MAX_ENTRIES
  // A cursor at the last one counts those before it.
  const counted = isAll ? overlapBefore(oldest.at(-1)?.id ?? '') : Number.POSITIVE_INFINITY
  const end = hexTime(Math.min(Date.now() - LOG_LIFETIME, counted))
  const old = oldest.slice(0, -1).filter(({ id }) => id < end)
  for (const { id } of old) tx.entries.set(LOG + id, undefined)
  return old.length > 0 && old.length >= MAX_ENTRIES - 1
}

/** The cursor after the last write. */
export async function lastCursor(tx: Transaction): Promise<string> {
  const { id = '' } = (await lastEntry(tx)) ?? {}
  return tx.isConcurrent ? cursorAt(id, await entriesBefore(tx, id)) : id
}

/**
 * The cursor after an entry, with the number of entries in the seconds before it. A promotion of a standby that has not
 * received the last commits removes some: the entry of the cursor may be left, while one before it is gone that was
 * committed later, and that a replica has. Entries that arrive late only raise the number.
 */
function cursorAt(id: string, read: readonly LogEntry[]): string {
  const start = hexTime(overlapBefore(id))
  return `${id}-${read.filter((entry) => entry.id > start && entry.id <= id).length}`
}

/** The id in a cursor, and the number of entries before it, which older versions have not counted. */
function parseCursor(cursor: string): { id: string; count: number } {
  const [moment = '', random, count = 0] = cursor.split('-')
  return { id: random === undefined ? moment : `${moment}-${random}`, count: Number(count) }
}

/** A store cannot scan backwards, so this tries a short time first. In a large club, a minute has thousands of entries. */
async function lastEntry(tx: Transaction): Promise<LogEntry | undefined> {
  for (const age of [1_000, 60_000, 24 * 3_600_000, Number.POSITIVE_INFINITY]) {
    const after = LOG + hexTime(Math.max(0, Date.now() - age))
    const found = await tx.entries.scanStored(LOG, { after, limit: MAX_ENTRIES })
    if (found.length === MAX_ENTRIES) return lastOfMany(tx)
    if (found.length > 0) return found.at(-1) as LogEntry
  }
  return undefined
}

const DIGITS = [...'0123456789abcdef']
/** Hex digits of a moment. */
const MOMENT_LENGTH = 15

/** Finds the last moment digit by digit. */
async function lastOfMany(tx: Transaction): Promise<LogEntry | undefined> {
  let prefix = LOG
  while (prefix.length < LOG.length + MOMENT_LENGTH) {
    const found = await tx.entries.scan(
      DIGITS.map((digit) => prefix + digit),
      { limit: 1 },
    )
    prefix += DIGITS[found.findLastIndex((entries) => entries.length > 0)] ?? '0'
  }
  return (await tx.entries.scanStored(prefix)).at(-1) as LogEntry | undefined
}

/** Whether there are more than {@link MAX_BEHIND} entries after the first ones, which are given. Counts only if their pace says so. */
async function isFarBehind(tx: Transaction, first: readonly LogEntry[]): Promise<boolean> {
  if (first.length < MAX_ENTRIES) return false
  const [start, end] = [timeIn(first[0]?.id ?? ''), timeIn(first.at(-1)?.id ?? '')]
  const atThisPace = (first.length * (Date.now() - start)) / Math.max(1, end - start)
  if (atThisPace < MAX_BEHIND) return false
  const page = { after: LOG + first[0]?.id, limit: MAX_BEHIND }
  return (await tx.entries.scanStored(LOG, page)).length === MAX_BEHIND
}

/**
 * The current values of the entries that were changed after a cursor and concern a device, and of the authors of posts and
 * comments among them, whom the device may not have.
 * @param viewers the `_id`s of the users of the device
 * @returns `undefined` if the cursor is unknown: too old, or of other data; or if too much has been written since
 */
export async function readChanges(
  tx: Transaction,
  cursor: string,
  { viewers, owners }: { viewers: readonly string[]; owners: readonly string[] },
): Promise<ChangedEntries | undefined> {
  const { id: since, count: counted } = parseCursor(cursor)
  const [known] = await tx.entries.readStored([LOG + since])
  if (!known) return undefined
  const after = LOG + since
  const logged = (await tx.entries.scanStored(LOG, { after, limit: MAX_ENTRIES })) as LogEntry[]
  if (await isFarBehind(tx, logged)) return undefined
  const late = tx.isConcurrent ? await entriesBefore(tx, since) : []
  if (tx.isConcurrent && late.length < counted) return undefined
  const values = new Map<string, unknown>()
  const addValues = async (entries: LogEntry[]) => {
    const keys = [...new Set(entries.flatMap((entry) => entry.keys))].filter(
      (key) => concerns(key, viewers, owners) && !values.has(key),
    )
    const read = await readValues(tx, keys)
    for (const [key, value] of read) values.set(key, value)
    return JSON.stringify(read).length
  }
  // Before the cursor nothing can be left for the next reply.
  let length = await addValues(late)
  let count = 0
  while (count < logged.length && (count === 0 || length < MAX_LENGTH)) {
    const some = logged.slice(count, count + BATCH)
    length += await addValues(some)
    count += some.length
  }
  const sent = logged.slice(0, count)
  const read = [...late, ...sent]
  const named = read.filter(({ name }) => name !== undefined)
  const last = sent.at(-1)?.id ?? since
  return {
    entries: [...(await readContext(tx, values, viewers)), ...values],
    names: named.map(({ name = '' }) => name),
    authors: named.map(({ by = null }) => by),
    cursor: tx.isConcurrent ? cursorAt(last, read) : last,
    more: count < logged.length || logged.length === MAX_ENTRIES,
  }
}

/** The current values at keys; `null` where there is none. */
async function readValues(tx: Transaction, keys: readonly string[]): Promise<EntryList> {
  const counted = [...new Set(keys.flatMap((key) => countedPrefix(key) ?? []))]
  const others = keys.filter((key) => countedPrefix(key) === undefined)
  const [read, counts] = [await tx.entries.readStored(others), await tx.counts.read(counted)]
  return [
    ...others.map((key, index): [string, unknown] => [key, publicValue(key, read[index]) ?? null]),
    ...counted.map((prefix, index): [string, unknown] => [countKey(prefix), counts[index] || null]),
  ]
}

/** The authors of changed posts and comments, those whom changed notifications name, and all entries of the comments: a device can lack them. */
async function readContext(
  tx: Transaction,
  values: ReadonlyMap<string, unknown>,
  viewers: readonly string[],
): Promise<EntryList> {
  const rowsOf = <Row>(table: 'posts' | 'comments' | 'notifications') =>
    [...values].flatMap(([key, value]) =>
      key.startsWith(`${table}/`) && value ? [value as Row] : [],
    )
  const comments = rowsOf<CommentRow>('comments')
  const authors = new Set([
    ...[...rowsOf<PostRow>('posts'), ...comments].map(({ userId }) => userId),
    ...rowsOf<NotificationRow>('notifications').flatMap(({ by }) => by.map(({ userId }) => userId)),
  ])
  return rowEntries(tx, { users: await tx.getMany('users', [...authors]), comments }, viewers)
}

/** Up to the entry with this id, too. */
async function entriesBefore(tx: Transaction, last: string): Promise<LogEntry[]> {
  const found: LogEntry[] = []
  // A page at a time: after the last one, there may be those of a week.
  for (let after = LOG + hexTime(overlapBefore(last)); ; after = LOG + found.at(-1)?.id) {
    const page = (await tx.entries.scanStored(LOG, { after, limit: BATCH })) as LogEntry[]
    found.push(...page.filter(({ id }) => id <= last))
    if (page.length < BATCH || (page.at(-1)?.id ?? '') >= last) return found
  }
}

/** In ms since 1970. */
function overlapBefore(id: string): number {
  return timeIn(id) - OVERLAP_MS
}

/** The time in the id of an entry, in ms since 1970. */
function timeIn(id: string): number {
  return Number.parseInt(id.slice(0, 12) || '0', 16)
}

function hexTime(time: number): string {
  return Math.max(0, time).toString(16).padStart(12, '0')
}
