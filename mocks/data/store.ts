/**
 * A sorted map on which the tables lie. The worker's is IndexedDB, the unit tests' is memory; a
 * server's database could be a third. Values are plain data that structured clone can copy.
 */
export type Store = {
  /** The values at `keys`, in their order; `undefined` where there is none. */
  read(keys: readonly string[]): Promise<unknown[]>
  /** The values whose keys start with `prefix`, in key order, at most `limit`, after key `after`. */
  scan(prefix: string, page?: { after?: string; limit?: number }): Promise<unknown[]>
  /** How many keys start with `prefix`. */
  count(prefix: string): Promise<number>
  /**
   * Write every change or none; `undefined` removes the key. What starts with one of `cleared` is
   * removed first.
   * @throws what the medium throws, for example a `QuotaExceededError`; nothing is changed then.
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

/** Sorts after every key that starts with the prefix it is put behind. */
export const AFTER_ALL = '\uffff'
