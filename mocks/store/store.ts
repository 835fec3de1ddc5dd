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
   * @param logged stored in the log under the number of the commit, by a store that is shared
   * @throws the error of the medium, such as a `QuotaExceededError`; then nothing is changed
   */
  write(
    changes: ReadonlyMap<string, unknown>,
    cleared?: readonly string[],
    published?: Changes,
    logged?: object,
  ): Promise<void>
  /** Whether several processes use it. */
  isShared: boolean
  /**
   * Joins the numbers under a prefix whose keys differ in their last digits only, for a migration: PostgreSQL had counts in parts,
   * too many to read them all.
   */
  joinParts(prefix: string): Promise<void>
  /**
   * The users that may contain the folded `text`, or the posts that may contain it or whose authors may, in key order: a superset,
   * which the caller checks. `undefined` when no index helps with this text.
   */
  search(
    table: 'users' | 'posts',
    text: string,
    page: { after?: string; limit?: number },
  ): Promise<unknown[] | undefined>
  /**
   * Lets other requests and waiting writers run in the middle of a `read` of {@link Store.run}, if they would have to wait for
   * it. Returns whether the data may have changed.
   */
  pause(): Promise<boolean>
}

/** The part of a transaction by which processes agree on the version of the data. */
type Versioned = {
  getMeta(name: string): Promise<unknown>
  putMeta(name: string, value: unknown): void
  entries: { readAlong(key: string): void }
}

/** How processes of different builds use the same data. `latest` is the version of the data that this build knows. */
export type SharedData = {
  /**
   * Migrates the data while others use them.
   * @param run runs one transaction
   */
  migrate<Tx extends Versioned>(
    latest: number,
    run: (work: (tx: Tx) => Promise<void>) => Promise<void>,
    step: (tx: Tx) => Promise<void>,
  ): Promise<void>
  /**
   * Runs `work`, unless another build has migrated the data.
   * @param onOutdated called when it has
   * @throws ApiError 503 then
   */
  readCurrent<Tx extends Versioned, Result>(
    latest: number,
    tx: Tx,
    work: (tx: Tx) => Promise<Result>,
    onOutdated: () => void,
  ): Promise<Result>
}

/** Entries with transactions. */
export type Store = Entries & {
  /**
   * Runs `work` in a transaction, whose entries it is given, and repeats it when it conflicts with another. A `read`
   * sees one snapshot.
   * @param since when the request began, as `performance.now()`: a read sees what was answered before
   * @throws ApiError 503 when it conflicts too often, or the database cannot be reached
   */
  run<Result>(
    mode: 'read' | 'write',
    work: (entries: Entries) => Promise<Result>,
    since?: number,
  ): Promise<Result>
  /**
   * Whether many clients use the store at the same time, as on a server: then a write and the rows for its reply are read
   * in two transactions, because others wait for a write, or conflict with its reads.
   */
  manyClients: boolean
  shared: SharedData
}

/** A store that can lose its connection. */
export type ConnectedStore = Store & {
  /** The store over the connection that is open now, the same as long as that lasts. Then its methods throw {@link Disconnected}. */
  connect(): Promise<Store>
}

/** A store of one process with one client at a time, without an index for the search. */
export const SIMPLE = {
  isShared: false,
  joinParts: async () => undefined,
  search: async () => undefined,
  pause: async () => false,
  manyClients: false,
  shared: {
    migrate: (_latest, run, step) => run(step),
    readCurrent: (_latest, tx, work) => work(tx),
  },
} satisfies Partial<Store>

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
