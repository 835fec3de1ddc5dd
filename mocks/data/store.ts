import type { Changes } from '../../src/contract/changes.ts'

/** A part of a sorted map: the keys that start with `prefix`, at most `limit`, after key `after`. */
export type Range = { prefix: string; after?: string; limit?: number }

/**
 * A sorted map that holds the tables: IndexedDB in the worker, memory in unit tests, SQLite or PostgreSQL on a server.
 * Values are plain data that structured clone supports.
 */
export type Entries = {
  /** The values at `keys`, in their order; `undefined` where there is none. */
  read(keys: readonly string[]): Promise<unknown[]>
  /** The values of each range, in key order. */
  scan(ranges: readonly Range[]): Promise<unknown[][]>
  /** The number of keys that start with each prefix. */
  count(prefixes: readonly string[]): Promise<number[]>
  /**
   * Writes all changes or none; `undefined` removes the key. Keys that start with one of `cleared` are removed
   * first.
   * @param published sent to the other processes of the store, if there are any, with the commit
   * @throws the error of the medium, such as a `QuotaExceededError`; then nothing is changed
   */
  write(
    changes: ReadonlyMap<string, unknown>,
    cleared?: readonly string[],
    published?: Changes,
  ): Promise<void>
  /** Only where several writers run at the same time: their reads of what others write conflict. */
  concurrent?: {
    /**
     * Counts the number at `key` up and returns it, at once and for all transactions: a number may be left out when
     * its transaction fails. Single writers count as they write.
     */
    next(key: string): Promise<number>
  }
  /**
   * The rows of a table that may contain `text` in any case, in key order: a superset, which the caller checks.
   * `undefined` when the index does not help with this text. Only a store with such an index has it.
   */
  search?(
    table: 'users' | 'posts',
    text: string,
    page: { after?: string; limit?: number },
  ): Promise<unknown[] | undefined>
  /**
   * Lets other requests and waiting writers run in the middle of a `read` of {@link Store.run}. Returns whether the data
   * may have changed. Only the store of a server without snapshots has it, where everyone else would wait.
   */
  pause?(): Promise<boolean>
}

/** Entries with transactions. */
export type Store = Entries & {
  /**
   * Runs `work` in a transaction, whose entries it is given, and repeats it when it conflicts with another. A `read`
   * sees one snapshot.
   * @throws ApiError 503 when it conflicts too often, or the database cannot be reached
   */
  run<Result>(mode: 'read' | 'write', work: (entries: Entries) => Promise<Result>): Promise<Result>
  /**
   * Whether many clients use the store at the same time, as on a server: then a write and the rows for its reply are read
   * in two transactions, because others wait for a write, or conflict with its reads.
   */
  manyClients?: boolean
  /**
   * The store over the connection that is open now, the same as long as that lasts. Then its methods
   * throw {@link Disconnected}. A store without this method never loses its connection.
   */
  connect?(): Promise<Store>
}

/**
 * The connection to the store is lost, and perhaps the data with it. Rows that were read over it may be
 * outdated, so the whole work is repeated over the next connection.
 */
export class Disconnected extends DOMException {
  override readonly cause: unknown

  constructor(cause?: unknown) {
    super('The connection to the database was lost.', 'InvalidStateError')
    this.cause = cause
  }
}

/** Appended to a prefix, sorts after every key that starts with it. */
export const AFTER_ALL = '\uffff'
