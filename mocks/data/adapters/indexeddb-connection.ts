import { promisifyRequest, type UseStore } from 'idb-keyval'
import { Disconnected } from '../store.ts'

const ROWS = 'rows'

/*
 * idb-keyval's createStore keeps a connection for good. It does not make way when a page deletes the
 * database, does not notice that Safari closed it without an event, and never creates a missing
 * object store: a worker would answer errors, or nothing, until it is stopped.
 */

/** Opens the database and creates its object store if it is missing. */
export async function openRows(name: string): Promise<IDBDatabase> {
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
 * Transactions over the object store, as of idb-keyval, for as long as the connection lasts.
 * @throws Disconnected from then on
 */
export function untilLost(database: IDBDatabase, onLost: () => void): UseStore {
  let isLost = false

  function lose(): void {
    if (isLost) return
    isLost = true
    // A deletion waits for it; transactions that have begun still end.
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
