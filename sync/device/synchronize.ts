import { putKeyPair } from '../../mocks/domain/token.ts'
import type { Host } from '../../mocks/host.ts'
import type { ChangedEntries, EntryList, SentWrite, WriteOutcome } from '../protocol.ts'
import type { ClubConnection, Picture } from './club-connection.ts'
import { LineError } from './line.ts'
import {
  awaitedNames,
  forgetSending,
  listAll,
  listSendable,
  sortOutcomes,
  takeBatch,
} from './outgoing.ts'
import { type Arrived, rebase, startFrom } from './rebase.ts'
import { putState, type ReplicaState, readState } from './replica-state.ts'
import { authorizationOf, keepEnding, listEndings, saveToken, tokensOf } from './unsent.ts'
import { isTooOld } from './unusable-names.ts'
import { readViewers } from './viewers.ts'
import type { WriteSource } from './write-source.ts'

/*
 * A sync is one loop: an exchange with the club until there is nothing left to do. Its steps are in a table.
 *
 * Example: a phone has one post, and its line was down. It ends no session, has a copy, pulls, sends the post, begins again at the
 * first step, has nothing to send any more, and copies the next part of older posts.
 */

/** A replica grows to this size. Older posts stay with the club, and users who are not needed. */
export type ReplicaLimits = { posts: number; bytes: number; users: number }
const REPLICA_LIMITS: ReplicaLimits = { posts: 10_000, bytes: 10_000_000, users: 500 }
const maxOf = (limits: Partial<ReplicaLimits> = {}) => ({ ...REPLICA_LIMITS, ...limits })

export type Synchronizing = {
  host: Host
  club: ClubConnection
  sources: readonly WriteSource[]
  limits?: Partial<ReplicaLimits>
  /** Called when a write has an outcome or another part of the copy is stored, which no later failure undoes. */
  onProgress?: () => Promise<void>
}

/** `tried`: the names of the writes that were sent in this sync. `isFresh`: the club's changes were read in it. */
type Run = Synchronizing & { tried: Set<string>; isFresh: boolean }

/** After `again`, the sync begins at the first step: a copy takes long, and what is written meanwhile is sent between two parts. */
type End = 'next' | 'again' | 'stop'

/** @throws LineError when the line or the club fails: the scheduler knows when to try again. What arrived before that is stored. */
type Step = (run: Run) => Promise<End>

const ALL: readonly Step[] = [sendLogOuts, copyFirst, pullFirst, send, copyMore, register]
const NEWS: readonly Step[] = [copyFirst, pull]

/**
 * Sends the pending writes in their order, applies the club's changes, and copies more of its posts, until there is
 * nothing left to do. @throws LineError
 */
export const synchronize = (options: Synchronizing) => runSteps(options, ALL)

/** Applies the club's changes. @throws LineError */
export const pullOnly = (options: Synchronizing) => runSteps(options, NEWS)

async function runSteps(options: Synchronizing, steps: readonly Step[]): Promise<void> {
  const run: Run = { ...options, tried: new Set(), isFresh: false }
  for (let at = 0; at < steps.length; ) {
    const end = await steps[at]?.(run)
    if (end === 'stop') return
    at = end === 'again' ? 0 : at + 1
  }
}

/** Ends the sessions of users who have logged out here, with or without a network. */
export async function sendLogOuts({ host: { database }, club }: Synchronizing): Promise<End> {
  for (const ending of await database.read(listEndings)) {
    await club.endSession(ending)
    await database.write(async (tx) => keepEnding(tx, ending, false))
  }
  return 'next'
}

/**
 * Copies the first part, as soon as somebody has logged in. Runs again for another user, and when the club's changes do not
 * continue the replica's.
 */
async function copyFirst(run: Run): Promise<End> {
  const { club, host, limits, sources } = run
  const { database, publish } = host
  const { isStarted, viewers, tokens } = await database.read(async (tx) => {
    const state = await readState(tx)
    const viewers = await readViewers(tx)
    const isStarted =
      state && !state.mustCopy && viewers.every((viewer) => state.viewers.includes(viewer))
    return { isStarted, viewers, tokens: await tokensOf(tx, viewers) }
  })
  if (isStarted) return 'next'
  if (viewers.length === 0) return 'stop'
  const history = await club.readHistory({ viewers, tokens })
  if (!history?.part.first) return 'stop'
  const { part, bytes } = history
  const { cursor, key, hasAllUsers } = history.part.first
  // What was sent may be in the copy: done again on top of it, it would be here twice until the next pull.
  const isAwaiting = (await database.read((tx) => awaitedNames(tx, sources))).length > 0
  const place = { cursor, viewers, club: history.club }
  const changes = isAwaiting ? await readChanges(run, place, [], []) : undefined
  // A club that forgets its cursors at once would be copied for ever.
  if (isAwaiting && !changes) throw new LineError('busy')
  run.isFresh = isAwaiting
  await database.write(async (tx) => {
    tx.beginWrite()
    const state = {
      version: part.version,
      club: history.club,
      cursor: changes?.cursor ?? cursor,
      viewers,
      hasAllUsers,
      floor: part.next,
      next: countPosts(part.entries) < maxOf(limits).posts ? part.next : undefined,
      posts: countPosts(part.entries),
      bytes,
      pulledAt: Date.now(),
      clockOffset: club.clockOffset ?? 0,
    }
    await startFrom(tx, part.entries, changes, state, sources, host)
    putKeyPair(tx, { publicKey: key })
    putState(tx, state)
  })
  publish({ by: '', changes: undefined })
  return 'next'
}

/**
 * Writes are noted as sent only on a line that works, so the changes are read first on one that may not. It also sets the clock, for the
 * names of pictures. So they are when names are too old, which get new ones then. Otherwise they come with the outcomes of the writes.
 */
async function pullFirst(run: Run): Promise<End> {
  const names = [...(await namesLeft(run))]
  const now = Date.now() + (run.club.clockOffset ?? 0)
  const canWait = run.club.isAnswering && names.length > 0
  return canWait && !names.some((name) => isTooOld(name, now)) ? 'next' : pull(run)
}

async function pull(run: Run): Promise<End> {
  return run.isFresh ? 'next' : exchange(run)
}

async function namesLeft({ host: { database }, sources, tried }: Run): Promise<Set<string>> {
  const sendable = await database.read((tx) => listSendable(tx, sources, tried))
  return new Set(sendable.map(({ write }) => write.name))
}

/** Sends the next writes. One of others that the club can't take now holds up nothing. @throws LineError when it takes none */
async function send(run: Run): Promise<End> {
  const { host, club, sources, tried, onProgress } = run
  const { database } = host
  const before = await namesLeft(run)
  if (before.size === 0) return 'next'
  const { names, first, writes, picture } = await database.write((tx) =>
    takeBatch(tx, sources, club.maxWrites, tried),
  )
  for (const name of names) tried.add(name)
  const outcomes: WriteOutcome[] = []
  try {
    if (picture) await sendPicture(run, picture, outcomes)
    else if ((await exchange(run, { writes, outcomes })) === 'again') return 'again'
  } catch (error) {
    const problem = error instanceof LineError ? error.problem : undefined
    if (problem === 'offline') await database.write((tx) => forgetSending(tx, first))
    // Fewer fit into the next request.
    if (problem !== 'tooLarge' || club.maxWrites >= writes.length) throw error
    for (const name of names) tried.delete(name)
    return 'again'
  }
  const left = await namesLeft(run)
  const hasMoved = [...before].some((name) => !left.has(name))
  if (hasMoved) await onProgress?.()
  else if (outcomes.length === 0) throw new LineError('busy')
  return 'again'
}

/** Its effect is here anyway: the browser keeps what it has shown. On a line that can't carry it, others may be carried. */
async function sendPicture(run: Run, picture: Picture, outcomes: WriteOutcome[]): Promise<void> {
  try {
    outcomes.push(await run.club.sendPicture(picture))
  } catch (error) {
    if (!(error instanceof LineError && error.hasReply)) throw error
    await pull(run)
    if (!picture.proof) throw error
  }
  await apply(run, { outcomes, sent: [picture] })
}

type Exchanged = {
  writes?: SentWrite[]
  /** Gets the outcomes of the writes. */
  outcomes?: WriteOutcome[]
  copied?: EntryList
  progress?: Partial<ReplicaState>
}

/** Sends writes, and applies the club's changes. @returns `again` when they do not continue the replica's, which is then copied */
async function exchange(
  run: Run,
  { writes = [], outcomes = [], ...copied }: Exchanged = {},
): Promise<End> {
  const { database } = run.host
  const state = await database.read(readState)
  const changes = await readChanges(run, state, writes, outcomes)
  // A club that forgets its cursors at once would be copied for ever.
  if (!changes && run.isFresh) throw new LineError('busy')
  run.isFresh = true
  if (changes) await apply(run, { changes, outcomes, sent: writes, ...copied })
  else
    await database.write(async (tx) => {
      const state = await readState(tx)
      if (state) putState(tx, { ...state, mustCopy: true })
    })
  return changes ? 'next' : 'again'
}

/**
 * Reads all changes, so that they are applied at once and no state between them is seen.
 * @returns `undefined` when the replica must start again: the cursor is unknown, or another club has replied
 */
async function readChanges(
  { host: { database }, club, sources }: Run,
  from: Pick<ReplicaState, 'cursor' | 'viewers' | 'club'> | undefined,
  writes: SentWrite[],
  outcomes: WriteOutcome[],
): Promise<ChangedEntries | undefined> {
  const { viewers = [], cursor = '' } = from ?? {}
  const { tokens, names } = await database.read(async (tx) => {
    return { tokens: await tokensOf(tx, viewers), names: await awaitedNames(tx, sources) }
  })
  const all: ChangedEntries = { entries: [], names: [], cursor, more: true }
  while (all.more) {
    const reply = await club.exchange({ since: all.cursor, writes, viewers, tokens, names })
    writes = []
    outcomes.push(...reply.outcomes)
    if (!reply.changes || reply.club !== from?.club) return undefined
    all.entries.push(...reply.changes.entries)
    all.names.push(...reply.changes.names)
    Object.assign(all, { cursor: reply.changes.cursor, more: reply.changes.more })
  }
  return all
}

type Applied = {
  /** Those after the outcomes. */
  changes?: ChangedEntries
  outcomes: readonly WriteOutcome[]
  /** The writes of the outcomes. */
  sent: readonly Pick<SentWrite, 'name' | 'authorization'>[]
  /** Older posts, which no page shows as new. */
  copied?: EntryList
  progress?: Partial<ReplicaState>
}

async function apply(
  { club, host, limits, sources }: Run,
  { changes, outcomes, sent, copied = [], progress }: Applied,
): Promise<void> {
  const published = await host.database.write(async (tx) => {
    tx.beginWrite()
    const state = await readState(tx)
    if (!state) throw new LineError('busy')
    const pending = await listAll(tx, sources)
    const { done, needLogIn, refused } = sortOutcomes(outcomes, pending)
    const authors = new Map(pending.map(({ name, userId }) => [name, userId]))
    for (const { name, authorization } of sent) {
      const userId = authors.get(name)
      const isLatest = userId && (await authorizationOf(tx, userId)) === authorization
      if (isLatest && needLogIn.includes(name)) saveToken(tx, userId, undefined)
    }
    const place = changes && { cursor: changes.cursor, pulledAt: Date.now() }
    const clockOffset = club.clockOffset ?? state.clockOffset
    const next: ReplicaState = { ...state, ...progress, ...place, clockOffset }
    // The changes were read after the writes were done, perhaps a second time, which the log does not show.
    const arrived: Arrived = {
      copied,
      entries: changes?.entries ?? [],
      refused,
      names: [...(changes?.names ?? []), ...done.map((name): [string, null] => [name, null])],
    }
    putState(tx, next)
    const rebased = await rebase(tx, arrived, next, sources, host)
    const hasAllUsers = next.hasAllUsers && (await tx.count('users')) <= maxOf(limits).users
    putState(tx, { ...next, hasAllUsers })
    return rebased
  })
  if (published) host.publish(published)
}

/** Copies the posts before the oldest one. */
async function copyMore(run: Run): Promise<End> {
  const { host, club, limits, onProgress } = run
  const { database, publish } = host
  const { state, tokens } = await database.read(async (tx) => {
    const state = await readState(tx)
    return { state, tokens: await tokensOf(tx, state?.viewers ?? []) }
  })
  if (!state?.next) return 'next'
  const history = await club.readHistory({ viewers: state.viewers, tokens, before: state.next })
  if (!history) return 'next'
  const copied = history.part.entries
  const posts = state.posts + countPosts(copied)
  const bytes = state.bytes + history.bytes
  const max = maxOf(limits)
  const isFull = posts >= max.posts || bytes >= max.bytes
  const floor = history.part.next
  const next = isFull ? undefined : floor
  // The part may be newer than our place in the changes.
  await exchange(run, { copied, progress: { floor, next, posts, bytes } })
  await onProgress?.()
  if (next) return 'again'
  // Once for all parts: each page reads its screen again.
  publish({ by: '', changes: undefined })
  return 'next'
}

/** Tells the club what it needs for the writes here, then reads it, as the others do. */
async function register(run: Run): Promise<End> {
  let isChanged = false
  for (const source of run.sources)
    isChanged = (await source.register(run.club, run.host.database)) || isChanged
  if (!isChanged) return 'next'
  run.isFresh = false
  return exchange(run)
}

function countPosts(entries: EntryList): number {
  return entries.filter(([key]) => key.startsWith('posts/')).length
}
