import { MAX_LISTED_CHANGES } from '../../mocks/changes-of.ts'
import type { Host } from '../../mocks/host.ts'
import type { NotificationRow } from '../../mocks/notifications/notifications.ts'
import { NOTIFICATIONS, rowKey } from '../../mocks/store/keys.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { Change, Changes } from '../../src/contract/changes.ts'
import { changeOf, isReplicated, postIdOf, userIdsOf } from '../entries.ts'
import type { ChangedEntries, EntryList, WriteOutcome } from '../protocol.ts'
import { refersTo } from '../references.ts'
import { listAll } from './outgoing.ts'
import type { ReplicaState } from './replica-state.ts'
import { clearRows, inOrder, isWaiting, replay, restoreBase, type StoredWrite } from './unsent.ts'
import { renameUnusable } from './unusable-names.ts'
import type { WriteSource } from './write-source.ts'

/** What arrived from the club. */
export type Arrived = {
  /** Older posts. They are not published. */
  copied: EntryList
  entries: EntryList
  /** The writes that are included in the entries, with their authors. */
  names: ChangedEntries['names']
  /** The writes that the club refused. */
  refused: readonly WriteOutcome[]
}

/**
 * Brings the replica up to date in one transaction: takes back the pending writes, puts the club's values, and does those
 * writes again that the club has not done or refused.
 * @returns the rows whose content differs afterwards, to be published; `undefined` if there are none
 */
export async function rebase(
  tx: Transaction,
  { copied = [], entries = [], names = [], refused = [] }: Partial<Arrived>,
  state: ReplicaState,
  sources: readonly WriteSource[],
  host: Host,
): Promise<Changes | undefined> {
  await restoreBase(tx)
  const selected = await selectEntries(tx, [...copied, ...entries], state)
  await tx.entries.load(selected.map(([key]) => key))
  for (const [key, value] of selected) tx.entries.set(key, value ?? undefined)
  await settleAndReplay(tx, { names, refused }, state, sources, host)
  const changed = new Set(entries.map(([key]) => key))
  const quiet = new Set(copied.map(([key]) => key).filter((key) => !changed.has(key)))
  const changes = await dropUnchanged(tx, quiet)
  if (changes.length === 0) return undefined
  return { by: '', changes: changes.length > MAX_LISTED_CHANGES ? undefined : changes }
}

/**
 * Replaces everything but the pending writes by the data of a club, and does those again that the club has not done.
 * @param changes those after the data, which say what the club has done
 */
export async function startFrom(
  tx: Transaction,
  data: EntryList,
  changes: ChangedEntries | undefined,
  state: ReplicaState,
  sources: readonly WriteSource[],
  host: Host,
): Promise<void> {
  clearRows(tx)
  for (const [key, value] of data) tx.entries.set(key, value ?? undefined)
  for (const [key, value] of await selectEntries(tx, changes?.entries ?? [], state))
    tx.entries.set(key, value ?? undefined)
  await settleAndReplay(tx, { names: changes?.names ?? [], refused: [] }, state, sources, host)
}

async function settleAndReplay(
  tx: Transaction,
  { names, refused }: Pick<Arrived, 'names' | 'refused'>,
  state: ReplicaState,
  sources: readonly WriteSource[],
  host: Host,
): Promise<void> {
  const pending = await listAll(tx, sources)
  const authors = new Map(pending.map(({ name, userId }) => [name, userId]))
  // Whoever takes a bundle can use a name in it for another write. The true one is refused when it is sent.
  const isOwn = ([name, by]: [string, string | null]) =>
    by === null || (authors.get(name) ?? by) === by
  const done = new Set(names.filter(isOwn).map(([name]) => name))
  const errors = withDependents(pending, refused, done)
  await renameUnusable(tx, Date.now() + state.clockOffset, new Set([...done, ...errors.keys()]))
  const waiting = sources.map((source) => source.settle(tx, done, errors, state))
  await replay(tx, inOrder(...(await Promise.all(waiting))), host)
}

export const REFUSED_BEFORE = 'The post, comment or picture that this is about was refused.'

/**
 * The refused writes with their errors, and those that refer to a refused one: the club can have a row of another user under its
 * name.
 */
function withDependents(
  pending: readonly StoredWrite[],
  refused: readonly WriteOutcome[],
  done: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const errors = new Map(refused.map(({ name, error }) => [name, error ?? '']))
  const all = new Set([
    ...errors.keys(),
    ...pending.flatMap((one) => (isWaiting(one) ? [] : one.name)),
  ])
  for (const write of pending) {
    const isLost = isWaiting(write) && !done.has(write.name) && refersTo(write, all)
    if (!isLost || errors.has(write.name)) continue
    errors.set(write.name, REFUSED_BEFORE)
    all.add(write.name)
  }
  return errors
}

/** Writes only what differs from the store. @returns the rows that differ, except by the keys in `quiet` */
async function dropUnchanged(tx: Transaction, quiet: ReadonlySet<string>): Promise<Change[]> {
  const changes = new Map<string, Change>()
  await tx.entries.load([...tx.entries.changes.keys()])
  for (const { key, value, old } of tx.entries.written ?? []) {
    if (isEqual(value, old)) {
      tx.entries.keep(key)
      continue
    }
    const change = isReplicated(key) && !quiet.has(key) ? changeOf(key, value, old) : undefined
    if (!change) continue
    const row = change.table + change._id
    const known = changes.get(row)
    if (!known || known.kind === 'changed') changes.set(row, change)
  }
  return [...changes.values()]
}

/** Of values that JSON can hold, except the bytes of pictures, which never change. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The entries that belong to a replica: of posts that are not older than its oldest one, and of users that it has, or who
 * wrote something in these entries, or are named in a notification. So it does not grow with the number of members.
 */
async function selectEntries(
  tx: Transaction,
  entries: EntryList,
  { floor, hasAllUsers, viewers }: Pick<ReplicaState, 'floor' | 'hasAllUsers' | 'viewers'>,
): Promise<EntryList> {
  const ofPosts = entries.filter(([key, value]) => {
    const post = floor && postIdOf(key, value)
    return !post || post >= floor
  })
  if (hasAllUsers) return ofPosts
  const users = new Set(ofPosts.flatMap(([key, value]) => userIdsOf(key, value)))
  const keys = [...users].map((id) => rowKey('users', id))
  const rows = await tx.entries.read(keys)
  const kept = new Set([
    ...viewers,
    ...[...users].filter((_, index) => rows[index] !== undefined),
    ...ofPosts.flatMap(([key, value]) => shownIn(key, value)),
  ])
  return ofPosts.filter(([key, value]) => userIdsOf(key, value).every((id) => kept.has(id)))
}

/** The `_id`s of the users whom an entry shows. */
function shownIn(key: string, value: unknown): string[] {
  if (!value) return []
  if (/^(posts|comments)\//.test(key)) return [(value as { userId: string }).userId]
  if (!key.startsWith(`${NOTIFICATIONS}/`)) return []
  return (value as NotificationRow).by.map(({ userId }) => userId)
}
