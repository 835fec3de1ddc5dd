import { isAfter } from '../../mocks/store/ids.ts'
import { latestTime, newestName } from '../../mocks/store/newest-name.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { withNames } from '../references.ts'
import { nameAfter } from './replica-state.ts'
import { isWaiting, listUnsent, listUnsentRows, putUnsent, removeUnsent } from './unsent.ts'

/** The latest time that a name can have at the club. @param now the time of the club, in ms since 1970 */
export async function latestAtClub(tx: Transaction, now: number): Promise<number> {
  return latestTime(tx, now, await listUnsentRows(tx))
}

/**
 * Gives new names to the writes whose names lie in the club's future: the clock was wrong when they were made, and the
 * club would reject them. Their order stays, and what they refer to. A write that was handed over keeps its name, because it may
 * arrive under it; so do those after it.
 * @param now the time of the club
 * @param settled the names of writes that the club has done, before its clock was set back, or refused
 */
export async function renameFuture(
  tx: Transaction,
  now: number,
  settled: ReadonlySet<string>,
): Promise<void> {
  const waiting = (await listUnsent(tx)).filter(
    (write) => isWaiting(write) && !settled.has(write.name),
  )
  const latest = await latestAtClub(tx, now)
  const first = waiting.findIndex(({ name }) => isAfter(name, latest))
  if (first === -1) return
  const handedOver = waiting.findIndex((write, index) => index >= first && write.handedOver)
  const end = handedOver < 0 ? waiting.length : handedOver
  const renamed = new Map<string, string>()
  const newest = await newestName(tx, await listUnsentRows(tx))
  let [, last = ''] = [waiting[first - 1]?.name ?? '', newest].sort()
  for (const write of waiting.slice(first, end)) {
    last = nameAfter(tx, now, last)
    renamed.set(write.name, last)
    removeUnsent(tx, write)
    putUnsent(tx, { ...withNames(write, renamed), name: last, sentAt: undefined })
  }
}
