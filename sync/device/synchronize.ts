import { putKeyPair } from '../../mocks/domain/token.ts'
import type { Host } from '../../mocks/host.ts'
import { listCarried } from '../courier/carried.ts'
import { type KeyStore, listMissingKeys, registerDevice } from '../courier/device-keys.ts'
import type { ChangedEntries, EntryList, SentWrite, WriteOutcome } from '../protocol.ts'
import type { ClubConnection } from './club-connection.ts'
import { renameFuture } from './early-names.ts'
import { LineError } from './line.ts'
import {
  awaitedNames,
  type Batch,
  forgetSending,
  listSendable,
  sortOutcomes,
  takeBatch,
} from './outgoing.ts'
import { type Arrived, rebase, startFrom } from './rebase.ts'
import { putState, type ReplicaState, readState } from './replica-state.ts'
import {
  authorizationOf,
  keepEnding,
  listEndings,
  listUnsent,
  saveToken,
  tokensOf,
} from './unsent.ts'
import { readViewers } from './viewers.ts'

/** A replica grows to this size. Older posts stay with the club, and users who are not needed. */
export type ReplicaLimits = { posts: number; bytes: number; users: number }
const REPLICA_LIMITS: ReplicaLimits = { posts: 10_000, bytes: 10_000_000, users: 500 }
const maxOf = (limits: Partial<ReplicaLimits> = {}) => ({ ...REPLICA_LIMITS, ...limits })

export type Synchronizing = {
  host: Host
  club: ClubConnection
  limits?: Partial<ReplicaLimits>
  /** Called when a write has an outcome or another part of the copy is stored, which no later failure undoes. */
  onProgress?: () => Promise<void>
  /** Without it, this device signs nothing for other phones to deliver. */
  keys?: KeyStore
}

/** `tried`: the names of the writes of others that were sent in this sync. `isFresh`: the club's changes were just read. */
type Run = Synchronizing & { tried: Set<string>; isFresh: boolean }

/**
 * The steps of a sync. After one that leaves more to do, it begins again at the first: a copy takes long, and what is written meanwhile
 * is sent between two parts.
 */
const STEPS: readonly ((run: Run) => Promise<boolean>)[] = [send, copyMore, registerDevices]

/**
 * Sends the pending writes in their order, applies the club's changes, and copies more of its posts, until there is
 * nothing left to do.
 * @returns whether the replica can be used
 * @throws LineError when the line or the club fails; what arrived before that is stored
 */
export async function synchronize(options: Synchronizing): Promise<boolean> {
  await sendLogOuts(options)
  if (!(await isStarted(options)) && !(await start(options))) return false
  // Writes are noted as sent only on a line that works. It also sets the clock, for the names of pictures.
  const isFresh = !options.club.isAnswering
  if (isFresh && !(await pullOnly(options))) return false
  const run: Run = { ...options, tried: new Set(), isFresh }
  for (let at = 0; at < STEPS.length; ) at = (await STEPS[at]?.(run)) ? 0 : at + 1
  return true
}

/** Ends the sessions of users who have logged out here, with or without a network. @throws LineError */
export async function sendLogOuts({ host: { database }, club }: Synchronizing): Promise<void> {
  for (const ending of await database.read(listEndings)) {
    await club.endSession(ending)
    await database.write(async (tx) => keepEnding(tx, ending, false))
  }
}

/** Registers keys for the sessions of this device that have none, then reads them, as the others do. */
async function registerDevices(device: Run): Promise<boolean> {
  const { host, club, keys } = device
  const { database } = host
  if (!keys) return false
  let isChanged = false
  for (const missing of await database.read((tx) => listMissingKeys(tx, keys)))
    isChanged = (await registerDevice(club, keys, missing)) || isChanged
  if (isChanged) await pullOnly(device)
  return false
}

/** Whether there is a replica, for all users of this device. */
async function isStarted({ host: { database } }: Synchronizing): Promise<boolean> {
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
async function start({ club, host, limits }: Synchronizing): Promise<boolean> {
  const { database, publish } = host
  const viewers = await database.read(readViewers)
  if (viewers.length === 0) return false
  const tokens = await database.read((tx) => tokensOf(tx, viewers))
  const history = await club.readHistory({ viewers, tokens })
  if (!history?.part.first) return false
  const { part, bytes } = history
  const { cursor, key, hasAllUsers } = history.part.first
  await database.write(async (tx) => {
    tx.beginWrite()
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

/**
 * Sends the next writes, and applies the club's changes. One of others that the club can't take now holds up nothing.
 * @returns whether there are more
 * @throws LineError when the club does none of the writes
 */
async function send(run: Run): Promise<boolean> {
  const { host, club, onProgress, tried } = run
  const { database } = host
  const namesLeft = async () =>
    (await database.read((tx) => listSendable(tx, tried))).map(({ name }) => name)
  const before = new Set(await namesLeft())
  if (run.isFresh && before.size === 0) return false
  const batch = await database.write((tx) => takeBatch(tx, club.maxWrites, tried))
  const { writes, picture } = batch
  const carried = [...writes, ...(picture ? [picture.write] : [])].filter(({ proof }) => proof)
  for (const { name } of carried) tried.add(name)
  const outcomes: WriteOutcome[] = []
  const sent = picture ? [{ ...picture.write, authorization: picture.authorization }] : writes
  let failure: LineError | undefined
  try {
    failure = picture && (await sendPicture(run, picture, outcomes))
    // A picture of another can wait.
    if (picture?.write.proof) failure = undefined
    if (failure && run.isFresh) throw failure
    const changes = await pull(run, writes, outcomes)
    // A club that forgets its cursors at once would be copied for ever.
    if (!changes && run.isFresh) throw new LineError('busy')
    run.isFresh = true
    if (!changes) return await start(run)
    const isRenamed = await apply(run, changes, { outcomes, sent })
    if (failure) throw failure
    const left = await namesLeft()
    const unchanged = left.filter((name) => before.has(name)).length
    if (unchanged < before.size) await onProgress?.()
    const isStuck = !isRenamed && outcomes.length + carried.length === 0 && unchanged > 0
    if (isStuck) throw new LineError('busy')
    return left.length > 0
  } catch (error) {
    // A picture is not sent twice. Its effect is here anyway: the browser keeps what it has shown.
    if (picture && outcomes.length > 0) await applyOutcomes(run, outcomes)
    const problem = error instanceof LineError ? error.problem : undefined
    if (problem === 'offline') await database.write((tx) => forgetSending(tx, batch.first))
    // Fewer fit into the next request.
    const isSmaller = problem === 'tooLarge' && !failure && club.maxWrites < writes.length
    if (!isSmaller) throw error
    for (const { name } of carried) tried.delete(name)
    return true
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
  { host: { database }, club }: Synchronizing,
  writes: SentWrite[],
  outcomes: WriteOutcome[],
): Promise<ChangedEntries | undefined> {
  const state = await database.read(readState)
  let since = state?.cursor ?? ''
  const all: ChangedEntries = { entries: [], names: [], cursor: since, more: true }
  const viewers = state?.viewers ?? []
  const [tokens, awaited] = await database.read(async (tx) => [
    await tokensOf(tx, viewers),
    await awaitedNames(tx),
  ])
  while (all.more) {
    const reply = await club.exchange({ since, writes, viewers, tokens, names: awaited })
    writes = []
    outcomes.push(...reply.outcomes)
    if (!reply.changes || reply.club !== state?.club) return undefined
    const { entries, names, ...place } = reply.changes
    since = place.cursor
    all.entries.push(...entries)
    all.names.push(...names)
    Object.assign(all, place)
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
  { club, host, limits }: Synchronizing,
  { entries, cursor, names: logged }: ChangedEntries,
  { outcomes = [], sent = [], copied = [], progress }: Applied,
): Promise<boolean> {
  const { changes, isRenamed } = await host.database.write(async (tx) => {
    tx.beginWrite()
    const state = await readState(tx)
    if (!state) throw new LineError('busy')
    const pending = [...(await listUnsent(tx)), ...(await listCarried(tx))]
    const { done, needLogIn, refused } = sortOutcomes(outcomes, pending)
    const authors = new Map(pending.map(({ name, userId }) => [name, userId]))
    // Whoever takes a bundle can use a name in it for another write. The true one is refused when it is sent.
    const own = logged.filter(([name, by]) => by === null || (authors.get(name) ?? by) === by)
    const names = own.map(([name]) => name)
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
    const now = Date.now() + clockOffset
    const isRenamed = await renameFuture(tx, now, settled)
    const changes = await rebase(tx, arrived, next, host)
    const hasAllUsers = next.hasAllUsers && (await tx.count('users')) <= maxOf(limits).users
    putState(tx, { ...next, clockOffset, hasAllUsers })
    return { isRenamed, changes }
  })
  if (changes) host.publish(changes)
  return isRenamed
}

/** What is known of writes when the changes after them could not be read. */
async function applyOutcomes(
  { host }: Synchronizing,
  outcomes: readonly WriteOutcome[],
): Promise<void> {
  const changes = await host.database.write(async (tx) => {
    tx.beginWrite()
    const { done: names, refused } = sortOutcomes(outcomes, await listUnsent(tx))
    const state = await readState(tx)
    return state && rebase(tx, { names, refused }, state, host)
  })
  if (changes) host.publish(changes)
}

/** Copies the posts before the oldest one. @returns whether there are more */
async function copyMore(device: Synchronizing): Promise<boolean> {
  const { host, club, limits, onProgress } = device
  const { database, publish } = host
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
