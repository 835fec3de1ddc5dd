/**
 * A sorted map that holds the tables: IndexedDB in the worker, memory in unit tests, SQLite on a server. Values
 * are plain data that structured clone supports.
 */
export type Store = {
  /** The values at `keys`, in their order; `undefined` where there is none. */
  read(keys: readonly string[]): Promise<unknown[]>
  /** The values of the keys that start with `prefix`, in key order, at most `limit`, after key `after`. */
  scan(prefix: string, page?: { after?: string; limit?: number }): Promise<unknown[]>
  /** The number of keys that start with `prefix`. */
  count(prefix: string): Promise<number>
  /**
   * Writes all changes or none; `undefined` removes the key. Keys that start with one of `cleared` are removed
   * first.
   * @throws the error of the medium, such as a `QuotaExceededError`; then nothing is changed
   */
  write(changes: ReadonlyMap<string, unknown>, cleared?: readonly string[]): Promise<void>
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
