import { CLOCK_PRECISION, timeOf } from './ids.ts'

/** A key that is older than this, in ms, does not name a write. */
const MAX_AGE = 60_000

/** The same where writes can arrive late: as long as a removed row is remembered. */
const MAX_LATE_AGE = 30 * 24 * 3_600_000

export type WriteOptions = {
  /** Whether the write may have been made long ago, on a device without a network. */
  late?: boolean
  /** Whether the rows are copies, whose short ids another back end assigns. */
  copied?: boolean
}

/** A write with its time, in ms since 1970, and its name: the `_id` of the row that it creates. */
export type NamedWrite = WriteOptions & { now: number; name?: string }

/**
 * Chooses the name and the time of a write.
 * @param key the idempotency key; it names the write when it is a UUIDv7 that is not in the future
 * @param now the time of this back end, in ms since 1970
 */
export function nameWrite(
  key: string | undefined,
  now: number,
  { late = false, copied = false }: WriteOptions = {},
): NamedWrite {
  const time = key === undefined ? undefined : timeOf(key)
  const [earliest, latest] = late ? [MAX_LATE_AGE, CLOCK_PRECISION] : [MAX_AGE, 0]
  const isTimely = (at: number) => at <= now + latest && at > now - earliest
  // A device makes names with the club's clock, and its own may be behind.
  const isName = time !== undefined && (copied || isTimely(time))
  return { now: isName ? time : now, name: isName ? key : undefined, late, copied }
}
