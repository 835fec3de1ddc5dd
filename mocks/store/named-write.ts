import type { Place } from './clock.ts'
import { CLOCK_PRECISION, timeOf } from './ids.ts'

/** A key that is older than this, in ms, does not name a write. */
const MAX_AGE = 60_000

/** The same where writes can arrive late: as long as a removed row is remembered. */
const MAX_LATE_AGE = 30 * 24 * 3_600_000

/** A write with its time, in ms since 1970, and its name: the `_id` of the row that it creates. */
export type NamedWrite = { now: number; name?: string }

/**
 * Chooses the name and the time of a write.
 * @param key the idempotency key; it names the write when it is a UUIDv7 that is not in the future. Where writes can arrive late,
 *   that has been checked (`newest-name.ts`).
 * @param now the time of this back end, in ms since 1970
 */
export function nameWrite(
  key: string | undefined,
  now: number,
  origin: Place['origin'],
): NamedWrite {
  const time = key === undefined ? undefined : timeOf(key)
  const isTimely = (at: number) =>
    origin === 'own' ? at <= now && at > now - MAX_AGE : at > now - MAX_LATE_AGE
  // A device makes names with the club's clock, and its own may be behind.
  if (time === undefined || !(origin === 'copy' || isTimely(time))) return { now }
  // The clock of a club was ahead, and its newest row has that time.
  const isAhead = origin === 'late' && time > now + CLOCK_PRECISION
  return { now: isAhead ? now : time, name: key }
}
