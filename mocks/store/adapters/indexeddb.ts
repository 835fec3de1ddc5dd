import { getMany, promisifyRequest, setMany, type UseStore } from 'idb-keyval'
import { AFTER_ALL, Disconnected, type Entries, type Range, SIMPLE } from '../store.ts'

/** Requests to IndexedDB in flight at a time: a large write all at once would fill the memory. */
const AT_ONCE = 2000

/** Entries whose connection can be lost: see `ConnectedStore`. */
type ConnectedEntries = Entries & { connect(): Promise<Entries> }

/**
 * The entries of an IndexedDB, one per row, so that the cost of a write does not depend on their number. Reads and writes are
 * idb-keyval's, over connections of our own: see decision 089.
 */
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
    ...SIMPLE,
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
    ...SIMPLE,
    read: (keys) => getMany([...keys], within),
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

async function writeAll(
  rows: IDBObjectStore,
  changes: ReadonlyMap<string, unknown>,
  cleared: readonly string[],
): Promise<void> {
  // `setMany` would begin a transaction of its own.
  const here = ((_, work) => work(rows)) as UseStore
  for (const prefix of cleared) rows.delete(under(prefix))
  for (const [key, value] of changes) if (value === undefined) rows.delete(key)
  const left = [...changes].filter(([, value]) => value !== undefined)
  let ended = setMany(left.splice(0, AT_ONCE), here)
  while (left.length > 0) {
    // This request is answered after those before it.
    await Promise.race([ended, promisifyRequest(rows.count(''))])
    ended = setMany(left.splice(0, AT_ONCE), here)
  }
  return ended
}

const ROWS = 'rows'

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
 * Transactions over the object store, in the form that idb-keyval expects, while the connection lasts. One whose callback
 * throws changes nothing.
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

  return async (mode, callback) => {
    if (isLost) throw new Disconnected()
    let transaction: IDBTransaction | undefined
    try {
      transaction = database.transaction(ROWS, mode)
      // A transaction has no error before it ends, and idb-keyval would reject with that of the first failure.
      transaction.addEventListener('error', (event) => event.stopImmediatePropagation())
      return await callback(transaction.objectStore(ROWS))
    } catch (error) {
      // The puts before a value that cannot be cloned must not be committed.
      succeeds(() => transaction?.abort())
      if (succeeds(() => database.transaction(ROWS))) throw error
      lose()
      throw new Disconnected(error)
    }
  }
}

function succeeds(action: () => void): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}
