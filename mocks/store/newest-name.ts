import { CLOCK_PRECISION, isAfter, timeOf } from './ids.ts'
import type { Transaction } from './transaction.ts'

/** The name of the newest post or comment, or an empty text. @param unsent the `_id`s of those that the club does not have */
export async function newestName(
  tx: Transaction,
  unsent: ReadonlySet<string> = new Set(),
): Promise<string> {
  const page = { limit: unsent.size + 1 }
  const rows = await Promise.all([tx.list('posts', page), tx.list('comments', page)])
  const names = rows.flat().map(({ _id }) => _id)
  return (
    names
      .filter((name) => !unsent.has(name))
      .sort()
      .at(-1) ?? ''
  )
}

/**
 * The latest time that a name can have at a club. If its clock was ahead and has been corrected, the newest rows lie in the future,
 * and so can a name right after them: new posts come on top, and the time of a club never goes back. Each name moves it
 * by a millisecond at most, and quotas keep that slower than any clock.
 * @param now the time of the club, in ms since 1970
 */
export async function latestTime(
  tx: Transaction,
  now: number,
  unsent?: ReadonlySet<string>,
): Promise<number> {
  const newest = timeOf(await newestName(tx, unsent)) ?? 0
  return Math.max(now + CLOCK_PRECISION, newest + 1)
}

/** Whether a name lies in the future of this club. */
export async function isEarly(tx: Transaction, name: string, now: number): Promise<boolean> {
  return isAfter(name, now) && isAfter(name, await latestTime(tx, now))
}
