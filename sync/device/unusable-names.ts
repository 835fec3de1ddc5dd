import { isAfter } from '../../mocks/store/ids.ts'
import { latestTime, newestName } from '../../mocks/store/newest-name.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { withNames } from '../references.ts'
import { nameAfter } from './replica-state.ts'
import {
  isWaiting,
  listUnsent,
  listUnsentRows,
  putUnsent,
  removeUnsent,
  type StoredWrite,
} from './unsent.ts'

/** The latest time that a name can have at the club. @param now the time of the club, in ms since 1970 */
export async function latestAtClub(tx: Transaction, now: number): Promise<number> {
  return latestTime(tx, now, await listUnsentRows(tx))
}

/** At a club, a name that is older than 30 days names nothing. An hour less, for the way there. */
const MAX_AGE = (30 * 24 - 1) * 3_600_000

/** Whether a name is too old for the club. @param now the time of the club, in ms since 1970 */
export function isTooOld(name: string, now: number): boolean {
  return !isAfter(name, now - MAX_AGE)
}

/**
 * Gives new names to the writes that the club would reject because their names lie in its future: the clock was wrong when they were
 * made. Also to those that are too old and were never sent: the club would give their rows other names, and what refers to them, such
 * as an edit, would be lost. Their order stays, and what they refer to. A write that was handed over keeps its name, because it
 * may arrive under it; so do those after it in the future.
 * @param now the time of the club
 * @param settled the names of writes that the club has done, before its clock was set back, or refused
 */
export async function renameUnusable(
  tx: Transaction,
  now: number,
  settled: ReadonlySet<string>,
): Promise<void> {
  const waiting = (await listUnsent(tx)).filter(
    (write) => isWaiting(write) && !settled.has(write.name),
  )
  const latest = await latestAtClub(tx, now)
  const isEarly = ({ name }: StoredWrite) => isAfter(name, latest)
  const isUsed = ({ sentAt, handedOver }: StoredWrite) => sentAt !== undefined || handedOver
  const first = waiting.findIndex(
    (write) => isEarly(write) || (isTooOld(write.name, now) && !isUsed(write)),
  )
  if (first === -1) return
  const handedOver = waiting.findIndex(
    (write, index) => index >= first && isEarly(write) && write.handedOver,
  )
  const end = handedOver < 0 ? waiting.length : handedOver
  const renamed = new Map<string, string>()
  const newest = await newestName(tx, await listUnsentRows(tx))
  let [, last = ''] = [waiting[first - 1]?.name ?? '', newest].sort()
  for (const write of waiting.slice(first, end)) {
    if (!isEarly(write) && isUsed(write)) continue
    last = nameAfter(tx, now, last)
    renamed.set(write.name, last)
    removeUnsent(tx, write)
    putUnsent(tx, { ...withNames(write, renamed), name: last, sentAt: undefined })
  }
}
