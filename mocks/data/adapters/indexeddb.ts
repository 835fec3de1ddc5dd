import { promisifyRequest, type UseStore } from 'idb-keyval'
import { AFTER_ALL, Disconnected, type Entries, type Range } from '../store.ts'

/** Requests to IndexedDB in flight at a time: a large write all at once would fill the memory. */
const AT_ONCE = 2000

/** Entries whose connection can be lost: see `Store.connect`. */
export type ConnectedEntries = Entries & { connect(): Promise<Entries> }

/** The entries of an IndexedDB, one per row, so that the cost of a write does not depend on their number. */
export function idbEntries(databaseName: string): ConnectedEntries {
  let current: Promise<Entries> | undefined
  const forget = () => {
    current = undefined
  }

  function connect(): Promise<Entries> {
    current ??= openRows(databaseName)
      .then((database) => entriesOver(database, forget))
      .catch((error) => {
        forget()
        throw error
      })
    return current
  }

  return {
    connect,
    read: async (keys) => (await connect()).read(keys),
    scan: async (ranges) => (await connect()).scan(ranges),
    count: async (prefixes) => (await connect()).count(prefixes),
    write: async (changes, cleared) => (await connect()).write(changes, cleared),
  }
}

/** @param onLost called once, as soon as the connection is known to be lost */
function entriesOver(database: IDBDatabase, onLost: () => void): Entries {
  const within = transactionsOf(database, onLost)
  return {
    read: (keys) =>
      within('readonly', (rows) => Promise.all(keys.map((key) => promisifyRequest(rows.get(key))))),
    scan: (ranges) =>
      within('readonly', (rows) => Promise.all(ranges.map((range) => scan(rows, range)))),
    count: (prefixes) =>
      within('readonly', (rows) =>
        Promise.all(prefixes.map((prefix) => promisifyRequest(rows.count(under(prefix))))),
      ),
    write: (changes, cleared = []) =>
      within('readwrite', (rows) => writeAll(rows, changes, cleared)),
  }
}

async function scan(
  rows: IDBObjectStore,
  { prefix, after = prefix, limit }: Range,
): Promise<unknown[]> {
  // IndexedDB treats a count of 0 as no limit.
  if (limit === 0) return []
  return promisifyRequest(
    rows.getAll(IDBKeyRange.bound(after, prefix + AFTER_ALL, true, true), limit),
  )
}

function under(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, prefix + AFTER_ALL)
}

function writeAll(
  rows: IDBObjectStore,
  changes: ReadonlyMap<string, unknown>,
  cleared: readonly string[],
): Promise<void> {
  const { transaction } = rows
  const left = changes.entries()
  let thrown: unknown

  function writeSome(): void {
    try {
      let request: IDBRequest | undefined
      for (let count = 0; count < AT_ONCE; count++) {
        const { value: change, done } = left.next()
        if (done) return
        const [key, value] = change
        request = value === undefined ? rows.delete(key) : rows.put(value, key)
      }
      if (request) request.onsuccess = writeSome
    } catch (error) {
      // A value that cannot be cloned: without an abort, the puts before it would be committed.
      thrown = error
      transaction.abort()
    }
  }

  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // Not when the first request fails: the error is known only at the end of the transaction.
    transaction.onabort = () => reject(thrown ?? transaction.error)
    for (const prefix of cleared) rows.delete(under(prefix))
    writeSome()
  })
}

const ROWS = 'rows'

/*
 * Why not idb-keyval's createStore: it keeps a connection forever. It does not close when a page deletes the
 * database, does not notice when Safari closes it without an event, and never creates a missing object store.
 * The worker would reply with errors, or not at all, until it is stopped.
 */

/** Opens the database and creates its object store if it is missing. */
async function openRows(name: string): Promise<IDBDatabase> {
  const database = await opened(indexedDB.open(name))
  if (database.objectStoreNames.contains(ROWS)) return database
  database.close()
  return opened(indexedDB.open(name, database.version + 1))
}

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  request.onupgradeneeded = () => request.result.createObjectStore(ROWS)
  return promisifyRequest(request)
}

/**
 * Transactions over the object store, in the form that idb-keyval expects, while the connection lasts.
 * @throws Disconnected afterwards
 */
function transactionsOf(database: IDBDatabase, onLost: () => void): UseStore {
  let isLost = false

  function lose(): void {
    if (isLost) return
    isLost = true
    // A deletion waits for this; transactions that have started still finish.
    database.close()
    onLost()
  }
  database.onclose = lose
  database.onversionchange = lose

  function isOpen(): boolean {
    try {
      database.transaction(ROWS)
      return true
    } catch {
      return false
    }
  }

  return async (mode, callback) => {
    if (isLost) throw new Disconnected()
    try {
      return await callback(database.transaction(ROWS, mode).objectStore(ROWS))
    } catch (error) {
      if (isOpen()) throw error
      lose()
      throw new Disconnected(error)
    }
  }
}
