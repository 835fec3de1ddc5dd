import type { Changes } from '../../src/contract/changes.ts'
import type { Database } from '../data/database.ts'
import { putKeyPair } from '../domain/token.ts'
import type { HostOptions } from '../server-options.ts'
import { type ClubConnection, ClubError } from './club.ts'
import { hasPicture, sortOutcomes, takeBatch } from './outgoing.ts'
import { isWaiting, listPending, renameFuture, startFrom } from './pending.ts'
import type { ChangedEntries, Entries, SentWrite, WriteOutcome } from './protocol.ts'
import { type Arrived, rebase } from './rebase.ts'
import { putState, type ReplicaState, readState } from './replica-state.ts'

/** A replica grows to this size. Older posts stay with the club. */
export type ReplicaLimits = { posts: number; bytes: number }
const LIMITS: ReplicaLimits = { posts: 10_000, bytes: 50_000_000 }

export type Synchronizing = {
  database: Database
  host: HostOptions
  club: ClubConnection
  publish: (changes: Changes) => void
  limits?: ReplicaLimits
}

/**
 * Sends the pending writes in their order, applies the club's changes, and copies more of its posts, until there is
 * nothing left to do.
 * @returns whether the replica can be used
 * @throws when the network or the club fails; what arrived before that is stored
 */
export async function synchronize(device: Synchronizing): Promise<boolean> {
  if (!(await device.database.read(readState)) && !(await start(device))) return false
  while (await sendAndPull(device));
  while (await copyMore(device));
  return true
}

/** Copies the first part. Runs again when the club's changes do not continue the replica's. */
async function start({
  database,
  club,
  host,
  publish,
  limits = LIMITS,
}: Synchronizing): Promise<boolean> {
  const history = await club.readHistory()
  if (!history?.part.first) return false
  const { part, bytes } = history
  const { cursor, key } = history.part.first
  await database.write(async (tx) => {
    tx.beginWrite(undefined, { copied: true })
    await startFrom(tx, part.entries, host)
    putKeyPair(tx, { publicKey: key })
    putState(tx, {
      version: part.version,
      cursor,
      floor: part.next,
      next: countPosts(part.entries) < limits.posts ? part.next : undefined,
      posts: countPosts(part.entries),
      bytes,
      pulledAt: Date.now(),
      clockOffset: club.clockOffset ?? 0,
    })
  })
  publish({ by: '', changes: undefined })
  return true
}

/** @returns whether more writes are waiting */
async function sendAndPull(device: Synchronizing): Promise<boolean> {
  const { database, club } = device
  // The club would give a picture whose name lies in its future another id, which no post refers to.
  if (club.clockOffset === undefined && (await hasPicture(database))) {
    const changes = await pull(device, [], [])
    if (!changes) return start(device)
    await apply(device, changes)
  }
  const { writes, picture, waiting } = await database.write(takeBatch)
  const outcomes: WriteOutcome[] = []
  if (picture) {
    const { write, authorization } = picture
    outcomes.push(await club.sendPicture({ ...write, file: write.file }, authorization))
  }
  const changes = await pull(device, writes, outcomes)
  if (!changes) return (await start(device)) && outcomes.length > 0
  const isRenamed = await apply(device, changes, outcomes)
  const left = (await database.read(listPending)).filter(isWaiting).length
  // Stops when nothing moves on: the tokens have expired, or the club is too busy.
  return left > 0 && (left < waiting || isRenamed)
}

/** Reads all changes, so that they are applied at once and no state between them is seen. */
async function pull(
  { database, club }: Synchronizing,
  writes: SentWrite[],
  outcomes: WriteOutcome[],
): Promise<ChangedEntries | undefined> {
  let since = (await database.read(readState))?.cursor ?? ''
  const all: ChangedEntries = { entries: [], names: [], cursor: since, more: true }
  while (all.more) {
    const reply = await club.exchange({ since, writes })
    writes = []
    outcomes.push(...reply.outcomes)
    if (!reply.changes) return undefined
    const { entries, names, cursor, more } = reply.changes
    since = cursor
    all.entries.push(...entries)
    all.names.push(...names)
    Object.assign(all, { cursor, more })
  }
  return all
}

/** @returns whether writes have got new names, so that the club takes them now */
async function apply(
  { database, club, host, publish }: Synchronizing,
  { entries, names, cursor }: ChangedEntries,
  outcomes: readonly WriteOutcome[] = [],
  progress: Partial<ReplicaState> = {},
): Promise<boolean> {
  const { changes, isRenamed } = await database.write(async (tx) => {
    tx.beginWrite(undefined, { copied: true })
    const state = await readState(tx)
    if (!state) throw new ClubError('The replica was removed meanwhile.')
    const { done, refused } = sortOutcomes(outcomes, await listPending(tx))
    const next: ReplicaState = { ...state, ...progress, cursor, pulledAt: Date.now() }
    putState(tx, { ...next, clockOffset: club.clockOffset ?? next.clockOffset })
    const { floor } = next
    const arrived: Arrived = {
      ...{ entries, refused, floor },
      // The changes were read after the writes were done, perhaps a second time, which the log does not show.
      names: [...names, ...done],
    }
    const clubNow = Date.now() + (club.clockOffset ?? next.clockOffset)
    const isRenamed = await renameFuture(tx, clubNow)
    return { isRenamed, changes: await rebase(tx, arrived, host) }
  })
  if (changes) publish(changes)
  return isRenamed
}

/** Copies the posts before the oldest one. @returns whether there are more */
async function copyMore(device: Synchronizing): Promise<boolean> {
  const { database, club, limits = LIMITS } = device
  const state = await database.read(readState)
  if (!state?.next) return false
  const history = await club.readHistory(state.next)
  if (!history) return false
  const { part, bytes } = history
  // The part may be newer than our place in the changes.
  const changes = await pull(device, [], [])
  if (!changes) return start(device)
  const posts = state.posts + countPosts(part.entries)
  const size = state.bytes + bytes
  const isFull = posts >= limits.posts || size >= limits.bytes
  await apply(device, { ...changes, entries: [...part.entries, ...changes.entries] }, [], {
    floor: part.next,
    next: isFull ? undefined : part.next,
    posts,
    bytes: size,
  })
  return !isFull && part.next !== undefined
}

function countPosts(entries: Entries): number {
  return entries.filter(([key]) => key.startsWith('posts/')).length
}
