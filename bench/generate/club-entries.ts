import { addRows, type DataPart } from '../../mocks/seed/data-set.ts'
import { timeOf } from '../../mocks/store/ids.ts'
import { rowKey } from '../../mocks/store/keys.ts'
import { logKey, logRows } from '../../mocks/store/log.ts'
import { type Entries, SIMPLE } from '../../mocks/store/store.ts'
import { Transaction } from '../../mocks/store/transaction.ts'

/** Newer posts and comments are in the log, for devices that were away. */
const LOGGED = 7 * 24 * 3_600_000

/** Has nothing yet, and an index for the search. */
const empty: Entries = {
  read: async (keys) => keys.map(() => undefined),
  scan: async (ranges) => ranges.map(() => []),
  count: async (prefixes) => prefixes.map(() => 0),
  write: () => Promise.reject(new Error('The entries of generated rows are taken, not written')),
  ...SIMPLE,
  isShared: true,
}

/**
 * The entries that a club stores for generated rows, as a transaction writes them, with the log of the last week.
 * @param end of the week, in ms since 1970
 * @param log counts its entries
 */
export async function clubEntries(
  part: DataPart,
  end: number,
  log: { n: number },
): Promise<Map<string, unknown>> {
  const tx = new Transaction(empty)
  await addRows(tx, part)
  const entries = new Map([...tx.entries.changes].filter(([, value]) => value !== undefined))
  for (const table of ['posts', 'comments'] as const) {
    for (const { _id } of part[table]) {
      const time = timeOf(_id) ?? 0
      if (time < end - LOGGED) continue
      log.n += 1
      const rows = new Map(logRows(log.n, [{ keys: [rowKey(table, _id)] }], time))
      entries.set(logKey(log.n), rows.get(logKey(log.n)))
    }
  }
  return entries
}
