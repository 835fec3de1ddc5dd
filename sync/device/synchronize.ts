import type { Database } from '../../mocks/data/database.ts'
import { putKeyPair } from '../../mocks/domain/token.ts'
import type { HostOptions } from '../../mocks/server-options.ts'
import type { Changes } from '../../src/contract/changes.ts'
import type { ChangedEntries, EntryList, SentWrite, WriteOutcome } from '../protocol.ts'
import { type CarriedWrite, listCarried } from './carried.ts'
import type { ClubConnection } from './club-connection.ts'
import { type KeyStore, listMissingKeys, registerDevice } from './device-keys.ts'
import { LineError } from './line.ts'
import {
  type Batch,
  forgetSending,
  listSendable,
  sortOutcomes,
  takeBatch,
  takeCarried,
} from './outgoing.ts'
import { type Arrived, rebase, startFrom } from './rebase.ts'
import { putState, type ReplicaState, readState } from './replica-state.ts'
import { authorizationOf, listUnsent, renameFuture, saveToken, tokensOf } from './unsent.ts'
import { readViewers } from './viewers.ts'

/** A replica grows to this size. Older posts stay with the club, and users who are not needed. */
export type ReplicaLimits = { posts: number; bytes: number; users: number }
const REPLICA_LIMITS: ReplicaLimits = { posts: 10_000, bytes: 10_000_000, users: 500 }
const maxOf = (limits: Partial<ReplicaLimits> = {}) => ({ ...REPLICA_LIMITS, ...limits })

export type Synchronizing = {
  database: Database
  host: HostOptions
  club: ClubConnection
  publish: (changes: Changes) => void
  limits?: Partial<ReplicaLimits>
  /** Called when a write has an outcome or another part of the copy is stored, which no later failure undoes. */
  onProgress?: () => Promise<void>
  /** Without it, this device signs nothing for other phones to deliver. */
  keys?: KeyStore
}

/**
 * Sends the pending writes in their order, applies the club's changes, and copies more of its posts, until there is
 * nothing left to do.
 * @returns whether the replica can be used
 * @throws LineError when the line or the club fails; what arrived before that is stored
 */
export async function synchronize(device: Synchronizing): Promise<boolean> {
  const { database, club } = device
  if (!(await isStarted(device)) && !(await start(device))) return false
  // Writes are noted as sent only on a line that works. It also sets the clock, for the names of pictures.
  const isFresh = !club.isAnswering
  if (isFresh && !(await pullOnly(device))) return false
  await sendAll(device, isFresh)
  const isWaiting = async () => (await database.read(listSendable)).length > 0
  // A copy takes long: what is written meanwhile is sent between two parts.
  while ((await copyMore(device)) || (await isWaiting())) {
    if (await isWaiting()) await sendAll(device, true)
  }
  await sendCarried(device)
  await registerDevices(device)
  return true
}

/** Delivers the writes of others, each once in a sync: one that the club can't take now holds up nothing. */
async function sendCarried(device: Synchronizing): Promise<void> {
  const { database, club } = device
  const tried = new Set<string>()
  for (;;) {
    const writes = await database.read((tx) => takeCarried(tx, club.maxWrites, tried))
    const [first] = writes
    if (!first) return
    for (const { name } of writes) tried.add(name)
    const outcomes: WriteOutcome[] = []
    if (first.file) {
      const viewers = (await database.read(readState))?.viewers ?? []
      const [token = ''] = await database.read((tx) => tokensOf(tx, viewers))
      const picture = { write: { ...first, file: first.file }, authorization: token }
      await sendPicture(device, picture, outcomes)
    }
    const sent = first.file ? [] : writes.map(sentForm)
    const changes = await pull(device, sent, outcomes)
    // The next sync copies again.
    if (!changes) throw new LineError('busy')
    await apply(device, changes, { outcomes })
  }
}

function sentForm({ name, call, params, body, proof }: CarriedWrite): SentWrite {
  return { name, call, params, body, authorization: '', proof }
}

/** Registers keys for the sessions of this device that have none, then reads them, as the others do. */
async function registerDevices(device: Synchronizing): Promise<void> {
  const { database, club, keys } = device
  if (!keys) return
  let isChanged = false
  for (const missing of await database.read((tx) => listMissingKeys(tx, keys)))
    isChanged = (await registerDevice(club, keys, missing)) || isChanged
  if (isChanged) await pullOnly(device)
}

/**
 * @param isFresh the club's changes were just read
 * @throws LineError when the club does none of the writes
 */
async function sendAll(device: Synchronizing, isFresh: boolean): Promise<void> {
  for (let result: Sent = 'more'; result !== 'done'; isFresh = result === 'copied') {
    result = await sendAndPull(device, isFresh)
  }
}

/** Whether there is a replica, for all users of this device. */
async function isStarted({ database }: Synchronizing): Promise<boolean> {
  return database.read(async (tx) => {
    const state = await readState(tx)
    if (!state || state.mustCopy) return false
    return (await readViewers(tx)).every((id) => state.viewers.includes(id))
  })
}

/**
 * Copies the first part, as soon as somebody has logged in. Runs again for another user, and when the club's changes do not
 * continue the replica's.
 */
async function start({ database, club, host, publish, limits }: Synchronizing): Promise<boolean> {
  const viewers = await database.read(readViewers)
  if (viewers.length === 0) return false
  const tokens = await database.read((tx) => tokensOf(tx, viewers))
  const history = await club.readHistory({ viewers, tokens })
  if (!history?.part.first) return false
  const { part, bytes } = history
  const { cursor, key, hasAllUsers } = history.part.first
  await database.write(async (tx) => {
    tx.beginWrite(undefined, { copied: true })
    const clockOffset = club.clockOffset ?? 0
    await startFrom(tx, part.entries, { club: history.club, clockOffset }, host)
    putKeyPair(tx, { publicKey: key })
    putState(tx, {
      version: part.version,
      club: history.club,
      cursor,
      viewers,
      hasAllUsers,
      floor: part.next,
      next: countPosts(part.entries) < maxOf(limits).posts ? part.next : undefined,
      posts: countPosts(part.entries),
      bytes,
      pulledAt: Date.now(),
      clockOffset,
    })
  })
  publish({ by: '', changes: undefined })
  return true
}

/** Applies the club's changes. @returns whether the replica can be used */
export async function pullOnly(device: Synchronizing): Promise<boolean> {
  const changes = await pull(device, [], [])
  if (!changes) return start(device)
  await apply(device, changes, {})
  return true
}

/** Whether more writes can be sent, perhaps because everything was copied again. */
type Sent = 'done' | 'more' | 'copied'

/** @param isFresh the club's changes were just read */
async function sendAndPull(device: Synchronizing, isFresh: boolean): Promise<Sent> {
  const { database, club, onProgress } = device
  const before = new Set((await database.read(listSendable)).map(({ name }) => name))
  const { writes, picture, first } = await database.write((tx) => takeBatch(tx, club.maxWrites))
  const outcomes: WriteOutcome[] = []
  const sent = picture ? [{ ...picture.write, authorization: picture.authorization }] : writes
  let failure: LineError | undefined
  try {
    failure = picture && (await sendPicture(device, picture, outcomes))
    if (failure && isFresh) throw failure
    const changes = await pull(device, writes, outcomes)
    // A club that forgets its cursors at once would be copied for ever.
    if (!changes && isFresh) throw new LineError('busy')
    if (!changes) return (await start(device)) ? 'copied' : 'done'
    const isRenamed = await apply(device, changes, { outcomes, sent })
    if (failure) throw failure
    const left = await database.read(listSendable)
    if (left.filter(({ name }) => before.has(name)).length < before.size) await onProgress?.()
    if (left.length === 0) return 'done'
    const isStuck = !isRenamed && outcomes.length === 0 && left.some(({ name }) => before.has(name))
    if (isStuck) throw new LineError('busy')
    return 'more'
  } catch (error) {
    // A picture is not sent twice. Its effect is here anyway: the browser keeps what it has shown.
    if (picture && outcomes.length > 0) await applyOutcomes(device, outcomes)
    const problem = error instanceof LineError ? error.problem : undefined
    if (problem === 'offline') await database.write((tx) => forgetSending(tx, first))
    const isSmaller = problem === 'tooLarge' && !failure
    if (isSmaller && club.maxWrites < writes.length) return 'more'
    throw error
  }
}

/** @returns why it could not be sent, if the line may carry other requests */
async function sendPicture(
  { club, onProgress }: Synchronizing,
  { write, authorization }: NonNullable<Batch['picture']>,
  outcomes: WriteOutcome[],
): Promise<LineError | undefined> {
  try {
    outcomes.push(await club.sendPicture(write, authorization))
    await onProgress?.()
    return undefined
  } catch (error) {
    if (error instanceof LineError && error.hasReply) return error
    throw error
  }
}

/**
 * Reads all changes, so that they are applied at once and no state between them is seen.
 * @returns `undefined` when the replica must start again: the cursor is unknown, or another club has replied
 */
async function pull(
  { database, club }: Synchronizing,
  writes: SentWrite[],
  outcomes: WriteOutcome[],
): Promise<ChangedEntries | undefined> {
  const state = await database.read(readState)
  let since = state?.cursor ?? ''
  const all: ChangedEntries = { entries: [], names: [], cursor: since, more: true }
  const viewers = state?.viewers ?? []
  const tokens = await database.read((tx) => tokensOf(tx, viewers))
  while (all.more) {
    const reply = await club.exchange({ since, writes, viewers, tokens })
    writes = []
    outcomes.push(...reply.outcomes)
    if (!reply.changes || reply.club !== state?.club) return undefined
    const { entries, names, cursor, more } = reply.changes
    since = cursor
    all.entries.push(...entries)
    all.names.push(...names)
    Object.assign(all, { cursor, more })
  }
  return all
}

type Applied = {
  outcomes?: readonly WriteOutcome[]
  /** The writes of the outcomes. */
  sent?: readonly Pick<SentWrite, 'name' | 'authorization'>[]
  /** Older posts, which no page shows as new. */
  copied?: EntryList
  progress?: Partial<ReplicaState>
}

/** @returns whether writes have got new names, so that the club takes them now */
async function apply(
  { database, club, host, publish, limits }: Synchronizing,
  { entries, names, cursor }: ChangedEntries,
  { outcomes = [], sent = [], copied = [], progress }: Applied,
): Promise<boolean> {
  const { changes, isRenamed } = await database.write(async (tx) => {
    tx.beginWrite(undefined, { copied: true })
    const state = await readState(tx)
    if (!state) throw new LineError('busy')
    const pending = [...(await listUnsent(tx)), ...(await listCarried(tx))]
    const { done, refused, needLogIn } = sortOutcomes(outcomes, pending)
    for (const { name, authorization } of sent) {
      const userId = pending.find((write) => write.name === name)?.userId
      const isLatest = userId && (await authorizationOf(tx, userId)) === authorization
      if (isLatest && needLogIn.includes(name)) saveToken(tx, userId, undefined)
    }
    const next: ReplicaState = { ...state, ...progress, cursor, pulledAt: Date.now() }
    const clockOffset = club.clockOffset ?? next.clockOffset
    // The changes were read after the writes were done, perhaps a second time, which the log does not show.
    const arrived: Arrived = { copied, entries, refused, names: [...names, ...done] }
    const settled = new Set([...arrived.names, ...refused.map(({ name }) => name)])
    putState(tx, { ...next, clockOffset })
    const isRenamed = await renameFuture(tx, Date.now() + clockOffset, settled)
    const changes = await rebase(tx, arrived, next, host)
    const hasAllUsers = next.hasAllUsers && (await tx.count('users')) <= maxOf(limits).users
    putState(tx, { ...next, clockOffset, hasAllUsers })
    return { isRenamed, changes }
  })
  if (changes) publish(changes)
  return isRenamed
}

/** What is known of writes when the changes after them could not be read. */
async function applyOutcomes(
  { database, host, publish }: Synchronizing,
  outcomes: readonly WriteOutcome[],
): Promise<void> {
  const changes = await database.write(async (tx) => {
    tx.beginWrite(undefined, { copied: true })
    const { done: names, refused } = sortOutcomes(outcomes, await listUnsent(tx))
    const state = await readState(tx)
    return state && rebase(tx, { names, refused }, state, host)
  })
  if (changes) publish(changes)
}

/** Copies the posts before the oldest one. @returns whether there are more */
async function copyMore(device: Synchronizing): Promise<boolean> {
  const { database, club, publish, limits, onProgress } = device
  const state = await database.read(readState)
  if (!state?.next) return false
  const { viewers, next: before } = state
  const tokens = await database.read((tx) => tokensOf(tx, viewers))
  const history = await club.readHistory({ viewers, tokens, before })
  if (!history) return false
  const { part, bytes } = history
  // The part may be newer than our place in the changes.
  const changes = await pull(device, [], [])
  // The next sync copies again.
  if (!changes) throw new LineError('busy')
  const posts = state.posts + countPosts(part.entries)
  const size = state.bytes + bytes
  const max = maxOf(limits)
  const isFull = posts >= max.posts || size >= max.bytes
  const next = isFull ? undefined : part.next
  const progress = { floor: part.next, next, posts, bytes: size }
  await apply(device, changes, { copied: part.entries, progress })
  await onProgress?.()
  // Once for all parts: each page reads its screen again.
  if (!next) publish({ by: '', changes: undefined })
  return next !== undefined
}

function countPosts(entries: EntryList): number {
  return entries.filter(([key]) => key.startsWith('posts/')).length
}
