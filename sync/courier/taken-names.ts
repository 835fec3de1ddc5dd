import { momentOf, uuidAt } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import {
  isWaiting,
  listUnsent,
  putUnsent,
  removeUnsent,
  type StoredWrite,
} from '../device/unsent.ts'
import type { ChangedEntries, WriteOutcome } from '../protocol.ts'
import { refersTo, withNames } from '../references.ts'
import { type CarriedWrite, listCarried, rememberSettled, removeCarried } from './carried.ts'

/*
 * Who takes a bundle learns the names of its writes, and can use one for a write of their own before the true one is at the club.
 * That can be seen by its author. The true write can then never be done under its name, so another one does not do it twice.
 */

/** The names of writes here that are those of other users' writes at the club. */
export function takenNames(
  stored: readonly StoredWrite[],
  names: ChangedEntries['names'],
  outcomes: readonly WriteOutcome[],
): ReadonlySet<string> {
  const authorOf = new Map<string, string | null | undefined>(names)
  for (const { name, takenBy } of outcomes) if (takenBy !== undefined) authorOf.set(name, takenBy)
  const isTaken = ({ name, userId }: StoredWrite) => (authorOf.get(name) ?? userId) !== userId
  return new Set(stored.filter(isTaken).map(({ name }) => name))
}

/**
 * Gives new names to the writes of this phone's users, at the same place in their order, and corrects what refers to them. Drops those
 * that it carries for others: their authors do the same.
 * @param now the time of the club, in ms since 1970
 * @returns whether there are writes with new names
 */
export async function replaceTaken(
  tx: Transaction,
  taken: ReadonlySet<string>,
  now: number,
): Promise<boolean> {
  if (taken.size === 0) return false
  const lost = await dropCarried(tx, taken, now)
  const renamed = new Map<string, string>()
  const unsent = await listUnsent(tx)
  for (const { name } of unsent) if (taken.has(name)) renamed.set(name, uuidAt(momentOf(name)))
  for (const write of unsent) {
    const name = renamed.get(write.name)
    if (name) removeUnsent(tx, write)
    const own = name ? { ...write, name, handedOver: undefined, sentAt: undefined } : write
    const isLost = isWaiting(write) && refersTo(write, lost)
    putUnsent(tx, { ...withNames(own, renamed), ...(isLost && { error: LOST }) })
  }
  return renamed.size > 0
}

const LOST = 'The post or comment that this is about has not arrived at the club as it was here.'

/** @returns the names of the writes that this phone does not carry any more */
async function dropCarried(
  tx: Transaction,
  taken: ReadonlySet<string>,
  now: number,
): Promise<ReadonlySet<string>> {
  const lost = new Set<string>()
  const dropped: CarriedWrite[] = []
  for (const write of await listCarried(tx)) {
    if (!taken.has(write.name) && !refersTo(write, lost)) continue
    lost.add(write.name)
    dropped.push(write)
  }
  for (const write of dropped) removeCarried(tx, write)
  if (lost.size > 0) await rememberSettled(tx, [...lost], now)
  return lost
}
