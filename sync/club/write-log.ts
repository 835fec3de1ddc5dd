import {
  type NotificationRow,
  storedNotification,
} from '../../mocks/notifications/notifications.ts'
import { countedPrefix, countKey } from '../../mocks/store/counts.ts'
import { momentOf, newestFirst, nextMoment } from '../../mocks/store/ids.ts'
import { entryKey, rowKey } from '../../mocks/store/keys.ts'
import { LOG, LOG_END, type LogEntry, type LogPlace, logKey } from '../../mocks/store/log.ts'
import { newestName } from '../../mocks/store/newest-name.ts'
import type { CommentRow, PostRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { concerns, isReplicated, ownerOf } from '../entries.ts'
import type { ChangedEntries, EntryList } from '../protocol.ts'
import { accountEntries, hiddenLikes, rowEntries } from './row-entries.ts'

/*
 * The club's log of its writes: the keys that each changed, in the transaction of the write. Replicas read from it which values to
 * read again.
 *
 * A cursor is the place of an entry, `<id>-<number>`: all entries up to this number are known. It is valid as long as the log has
 * this entry at this number. A restore, a reset, or the promotion of a standby that lacks the last commits puts other entries there.
 *
 * Example: a phone has `5f3a91c0-7`. Entry 8 is a comment, entry 9 a like. The phone gets the current rows of both, and `b2117e04-9`.
 */

export type LoggedWrite = { name?: string; keys: string[] }
type Entry = LogEntry<LoggedWrite>

/** How long entries are kept, in ms. A device that was offline for longer copies everything again. */
const LOG_LIFETIME = 30 * 24 * 3_600_000

/** The maximum of writes in one reply, about. */
const MAX_WRITES = 1_000
/** A device that has missed as many writes copies the club again, which takes fewer and smaller replies. */
const MAX_BEHIND = 10 * MAX_WRITES
/** Entries that are read at a time. */
const PAGE = 1_000
/** Pages that are read for a reply, most of them perhaps of other people only. */
const MAX_PAGES = 20
/** Writes whose values are read at a time, about. */
const BATCH = 100
/** Characters of the values in one reply, as JSON, about. */
const MAX_LENGTH = 2_000_000

/** A write of more keys, such as a migration, is not logged: every replica copies everything again. Those of one user do not count. */
const MAX_KEYS = 5_000

/** Logs the write of this transaction, if it has a name or changes what replicas have. Runs before the commit. */
export async function logWrite(tx: Transaction): Promise<void> {
  const { changes, written } = tx.entries
  const keys = [...changes.keys()].filter(isReplicated)
  const isNew = written === undefined || keys.filter((key) => !ownerOf(key)).length > MAX_KEYS
  if (isNew) tx.entries.clear([LOG])
  if (isNew) tx.logged = { keys: [] } satisfies LoggedWrite
  else if (keys.length > 0 || (tx.name && changes.size > 0))
    tx.logged = { ...doneIn(tx), keys } satisfies LoggedWrite
}

/** The name of the write that this transaction has done. One that was done before can change the key of a device, which is used again. */
function doneIn({ name, entries }: Transaction): { name?: string } {
  return name && entries.changes.has(entryKey('idempotency', name)) ? { name } : {}
}

/** Makes sure that there is a cursor, and that new rows sort after the last ones even if the clock was set back. */
export async function startLog(tx: Transaction): Promise<void> {
  nextMoment(Date.now(), momentOf(await newestName(tx)))
  if (!(await entryAt(tx, await endOf(tx)))) tx.logged = { keys: [] } satisfies LoggedWrite
}

/** Removes old entries, some of them, but never the last. @returns whether there may be more */
export async function trimLog(tx: Transaction): Promise<boolean> {
  const oldest = (await tx.entries.scanStored(LOG, { limit: PAGE })) as Entry[]
  const end = Date.now() - LOG_LIFETIME
  const old = oldest.slice(0, -1).filter(({ at }) => at < end)
  for (const { n } of old) tx.entries.set(logKey(n), undefined)
  return old.length > 0 && old.length >= PAGE - 1
}

/** The cursor after the last write. */
export async function lastCursor(tx: Transaction): Promise<string> {
  return cursorAt(await endOf(tx))
}

async function endOf(tx: Transaction): Promise<LogPlace> {
  return ((await tx.entries.readStored([LOG_END]))[0] as LogPlace | undefined) ?? { n: 0, id: '' }
}

/** The entry at a place, if it is still there. */
async function entryAt(tx: Transaction, { n, id }: LogPlace): Promise<Entry | undefined> {
  const [entry] = (await tx.entries.readStored([logKey(n)])) as (Entry | undefined)[]
  return entry?.id === id ? entry : undefined
}

function cursorAt({ n, id }: LogPlace): string {
  return `${id}-${n}`
}

/** The place that a cursor names. */
export function placeOf(cursor: string): LogPlace {
  const [id = '', n] = cursor.split('-')
  return { id, n: Number(n) }
}

/** The entries after one that have something for a device, with `max` writes for it or all, and the last one that was read for them. */
async function entriesAfter(
  tx: Transaction,
  since: LogPlace,
  countShown: (entry: Entry) => number,
  max: number,
): Promise<{ shown: Entry[]; last: LogPlace; isFull: boolean }> {
  const shown: Entry[] = []
  let [last, count] = [since, 0]
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = { after: logKey(last.n), limit: PAGE }
    const found = (await tx.entries.scanStored(LOG, page)) as Entry[]
    for (const entry of found) {
      last = entry
      const own = countShown(entry)
      if (own > 0) shown.push(entry)
      count += own
      if (count >= max) return { shown, last, isFull: true }
    }
    if (found.length < PAGE) break
  }
  return { shown, last, isFull: false }
}

type Device = Record<'viewers' | 'owners' | 'names', readonly string[]>

/**
 * The current values of the entries that were changed after a cursor and concern a device, and of the authors of posts and
 * comments among them, whom the device may not have.
 * @param device.viewers the `_id`s of its users
 * @param device.owners those of them who have proved it by a token
 * @param device.names of the writes that it waits for: the reply has no others
 * @returns `undefined` if the cursor is unknown: too old, or of other data; or if too much has been written since
 */
export async function readChanges(
  tx: Transaction,
  cursor: string,
  { viewers, owners, names }: Device,
): Promise<ChangedEntries | undefined> {
  const since = placeOf(cursor)
  if (!(await entryAt(tx, since))) return undefined
  // What others do among themselves would show by the length of the reply.
  const isShown = ({ keys }: LoggedWrite) => keys.some((key) => concerns(key, viewers, owners))
  const countShown = ({ writes }: Entry) => writes.filter(isShown).length
  const { shown, last, isFull } = await entriesAfter(tx, since, countShown, MAX_WRITES)
  if (isFull && (await entriesAfter(tx, since, countShown, MAX_BEHIND)).isFull) return undefined
  const values = new Map<string, unknown>()
  let end: LogPlace = since
  for (let length = 0; shown.length > 0 && length < MAX_LENGTH; ) {
    const some: LoggedWrite[] = []
    while (shown[0] && some.length < BATCH) {
      end = shown[0]
      some.push(...(shown.shift()?.writes ?? []).filter(isShown))
    }
    const keys = [...new Set(some.flatMap((write) => write.keys))].filter(
      (key) => concerns(key, viewers, owners) && !values.has(key),
    )
    const read = await readValues(tx, keys, owners)
    for (const [key, value] of read) values.set(key, value)
    length += JSON.stringify(read).length
  }
  for (const row of await hiddenLikes(tx, [...values.keys()], owners))
    for (const [key, value] of storedNotification(row, 0)) values.set(key, value)
  // Of another process, whose clock may be ahead.
  nextMoment(Date.now(), momentOf(await newestName(tx)))
  const more = isFull || shown.length > 0
  return {
    entries: [...(await readContext(tx, values, { viewers, owners })), ...values],
    names: await readDone(tx, names),
    cursor: cursorAt(more ? end : last),
    more,
  }
}

/** Those of the awaited writes that are done, with their authors. The names of others would show who reports whom. */
async function readDone(
  tx: Transaction,
  names: readonly string[],
): Promise<ChangedEntries['names']> {
  const keys = names.map((name) => entryKey('idempotency', name))
  const records = (await tx.entries.readStored(keys)) as ({ userId?: string } | undefined)[]
  return names.flatMap((name, index): ChangedEntries['names'] => {
    const record = records[index]
    return record ? [[name, record.userId ?? '']] : []
  })
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
