/**
 * A log of commits, in their order: `log/<number>`. Where one process has the store, numbers are counted in the transaction; a
 * store that is shared takes the number of the commit, which is known when it is stored.
 */
export const LOG = 'log/'

/** The key of the place of the last entry: a store cannot scan backwards. */
export const LOG_END = 'meta/log'

/** A place in the log. The random `id` is that of the entry: in a copy from before, another entry can have the number. */
export type LogPlace = { n: number; id: string }

/** `at`: when it was committed, in ms since 1970. `writes`: of those that were committed together. */
export type LogEntry<Write> = LogPlace & { at: number; writes: Write[] }

/** The rows of an entry, by key; none without writes. */
export function logRows(
  n: number,
  writes: readonly object[],
  at = Date.now(),
): [key: string, value: unknown][] {
  if (writes.length === 0) return []
  // Its end is random in a UUIDv7, too, which the Lab makes.
  const place: LogPlace = { n, id: crypto.randomUUID().slice(-8) }
  return [
    [logKey(n), { ...place, at, writes }],
    [LOG_END, place],
  ]
}

export function logKey(n: number): string {
  return LOG + n.toString(16).padStart(12, '0')
}
