import {
  type NotificationRow,
  storedNotification,
} from '../../mocks/notifications/notifications.ts'
import { countedPrefix, countKey } from '../../mocks/store/counts.ts'
import { momentOf, newestFirst, nextMoment } from '../../mocks/store/ids.ts'
import { entryKey, rowKey } from '../../mocks/store/keys.ts'
import { newestName } from '../../mocks/store/newest-name.ts'
import type { CommentRow, PostRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { concerns, isReplicated } from '../entries.ts'
import type { ChangedEntries, EntryList } from '../protocol.ts'
import { accountEntries, hiddenLikes, rowEntries } from './row-entries.ts'

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
/** Of {@link MAX_ENTRIES}, that are read for a reply, most of them perhaps of other people only. */
const MAX_PAGES = 20
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

/** Makes sure that there is a cursor, and that new entries and rows sort after the last ones even if the clock was set back. */
export async function startLog(tx: Transaction): Promise<void> {
  const last = await lastEntry(tx)
  for (const moment of [last?.id.slice(0, MOMENT_LENGTH), momentOf(await newestName(tx))])
    nextMoment(Date.now(), moment)
  if (!last) append(tx, [])
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

/** The entries after one that have something for a device, at most `max`, and the last one that was read for them. */
async function entriesAfter(
  tx: Transaction,
  since: string,
  isShown: (entry: LogEntry) => boolean,
  max: number,
): Promise<{ shown: LogEntry[]; last: string }> {
  const shown: LogEntry[] = []
  let last = since
  for (let pages = 0; pages < MAX_PAGES && shown.length < max; pages += 1) {
    const page = { after: LOG + last, limit: MAX_ENTRIES }
    const found = (await tx.entries.scanStored(LOG, page)) as LogEntry[]
    shown.push(...found.filter(isShown))
    last = found.at(-1)?.id ?? last
    if (found.length < MAX_ENTRIES) break
  }
  return {
    shown: shown.slice(0, max),
    last: shown.length > max ? (shown[max - 1]?.id ?? last) : last,
  }
}

type Device = Record<'viewers' | 'owners' | 'names', readonly string[]>

/**
 * The current values of the entries that were changed after a cursor and concern a device, and of the authors of posts and
 * comments among them, whom the device may not have.
 * @param device.viewers the `_id`s of its users
 * @param device.owners those of them who have proved it by a token
 * @param device.names of the writes that it waits for: the reply has no others, except those of its owners
 * @returns `undefined` if the cursor is unknown: too old, or of other data; or if too much has been written since
 */
export async function readChanges(
  tx: Transaction,
  cursor: string,
  { viewers, owners, names }: Device,
): Promise<ChangedEntries | undefined> {
  const { id: since, count: counted } = parseCursor(cursor)
  const [known] = await tx.entries.readStored([LOG + since])
  if (!known) return undefined
  const isNamed = ({ name, by = '' }: LogEntry) =>
    name !== undefined && (names.includes(name) || owners.includes(by))
  // What others do among themselves would show by the length of the reply.
  const isShown = (entry: LogEntry) =>
    isNamed(entry) || entry.keys.some((key) => concerns(key, viewers, owners))
  const { shown: logged, last: end } = await entriesAfter(tx, since, isShown, MAX_ENTRIES)
  const isFull = logged.length === MAX_ENTRIES
  if (isFull && (await entriesAfter(tx, since, isShown, MAX_BEHIND)).shown.length === MAX_BEHIND)
    return undefined
  const late = tx.isConcurrent ? await entriesBefore(tx, since) : []
  if (tx.isConcurrent && late.length < counted) return undefined
  const values = new Map<string, unknown>()
  const addValues = async (entries: LogEntry[]) => {
    const keys = [...new Set(entries.flatMap((entry) => entry.keys))].filter(
      (key) => concerns(key, viewers, owners) && !values.has(key),
    )
    const read = await readValues(tx, keys, owners)
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
  for (const row of await hiddenLikes(tx, [...values.keys()], owners))
    for (const [key, value] of storedNotification(row, 0)) values.set(key, value)
  const sent = logged.slice(0, count)
  const read = [...late, ...sent]
  // A write without an entry for everybody, such as a report, would show that it exists.
  const named = read.filter(isNamed)
  const more = isFull || count < logged.length
  const last = more ? (sent.at(-1)?.id ?? since) : end
  // Of another process, whose clock may be ahead.
  nextMoment(Date.now(), last.slice(0, MOMENT_LENGTH))
  return {
    entries: [...(await readContext(tx, values, { viewers, owners })), ...values],
    names: named.map(({ name = '', by = null }) => [name, by]),
    cursor: tx.isConcurrent ? cursorAt(last, read) : last,
    more,
  }
}

/** The current values at keys; `null` where there is none. */
async function readValues(
  tx: Transaction,
  keys: readonly string[],
  owners: readonly string[],
): Promise<EntryList> {
  const counted = [...new Set(keys.flatMap((key) => countedPrefix(key) ?? []))]
  const accounts = keys.filter((key) => ACCOUNT.test(key))
  const others = keys.filter((key) => countedPrefix(key) === undefined && !ACCOUNT.test(key))
  const ids = new Set(accounts.map((key) => newestFirst(key.replace(ACCOUNT, ''))))
  const users = await tx.getMany('users', [...ids])
  const [read, counts] = [await tx.entries.readStored(others), await tx.counts.read(counted)]
  return [
    ...others.map((key, index): [string, unknown] => [key, read[index] ?? null]),
    ...[...ids].flatMap(
      (_id): EntryList => [
        [rowKey('users', _id), null],
        [entryKey('devices', _id), null],
      ],
    ),
    ...(await accountEntries(tx, users, owners)),
    ...counted.map((prefix, index): [string, unknown] => [countKey(prefix), counts[index] || null]),
  ]
}

const ACCOUNT = /^(users|devices)\//

/** The authors of changed posts and comments, those whom changed notifications name, and all entries of the comments: a device can lack them. */
async function readContext(
  tx: Transaction,
  values: ReadonlyMap<string, unknown>,
  device: Pick<Device, 'viewers' | 'owners'>,
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
  return rowEntries(tx, { users: await tx.getMany('users', [...authors]), comments }, device)
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
