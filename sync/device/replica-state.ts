import { momentAfter, momentOf, uuidAt } from '../../mocks/store/ids.ts'
import { newestName } from '../../mocks/store/newest-name.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { SyncStatus } from '../messages.ts'
import { REPLICA_VERSION } from '../protocol.ts'

/** How far a replica has come. */
export type ReplicaState = NonNullable<SyncStatus['replica']> & {
  /** Its `REPLICA_VERSION`. */
  version: number
  /** The club's identity. */
  club: string
  /** The `_id`s of the users whose likes, votes, bookmarks and follows are here. */
  viewers: string[]
  /** Whether all users of the club are here, as those of a small club. */
  hasAllUsers: boolean
  /** A user has logged in again. Without a valid token, the device was not told whom they mute. */
  mustCopy?: boolean
}

const STATE = 'replica'

/** @returns `undefined` when there is no replica of this version */
export async function readState(tx: Transaction): Promise<ReplicaState | undefined> {
  const state = (await tx.getMeta(STATE)) as ReplicaState | undefined
  return state?.version === REPLICA_VERSION ? state : undefined
}

export function putState(tx: Transaction, state: ReplicaState): void {
  tx.putMeta(STATE, state)
}

export function removeState(tx: Transaction): void {
  tx.putMeta(STATE, undefined)
}

/** Clocks that differ by less, in ms, count as equal: the time between a request and its reply is part of it. */
const SAME_TIME = 60_000

/** The club's time as a setting `now`, if a tester has set it, or the clock of this device is wrong. */
export async function readNow(tx: Transaction): Promise<string | undefined> {
  const { clockOffset = 0 } = (await readState(tx)) ?? {}
  if (Math.abs(clockOffset) < SAME_TIME) return undefined
  return `${clockOffset < 0 ? '-' : '+'}${Math.abs(clockOffset)}ms`
}

const LAST_NAME = 'last-name'

/**
 * The name of a new write, by the club's clock: later than every one before, and than the newest post and comment, which
 * the write may answer.
 */
export async function newName(tx: Transaction): Promise<string> {
  const offset = (await readState(tx))?.clockOffset ?? 0
  const last = ((await tx.getMeta(LAST_NAME)) as string | undefined) ?? ''
  const newest = await newestName(tx)
  return nameAfter(tx, Date.now() + offset, newest > last ? newest : last)
}

/** A name at a time, or later than `before`. The names to come are later. */
export function nameAfter(tx: Transaction, time: number, before: string): string {
  const name = uuidAt(momentAfter(momentOf(before), time))
  tx.putMeta(LAST_NAME, name)
  return name
}
