import { createStore, promisifyRequest } from 'idb-keyval'
import { AFTER_ALL, type Store } from './store.ts'

/** A store in IndexedDB: one entry a row, so that a write costs the same however many there are. */
export function idbStore(databaseName: string): Store {
  const within = createStore(databaseName, 'rows')
  return {
    read: (keys) =>
      within('readonly', (rows) => Promise.all(keys.map((key) => promisifyRequest(rows.get(key))))),
    scan: async (prefix, { after = prefix, limit } = {}) => {
      // IndexedDB takes a count of 0 for no count.
      if (limit === 0) return []
      const range = IDBKeyRange.bound(after, prefix + AFTER_ALL, true, true)
      return within('readonly', (rows) => promisifyRequest(rows.getAll(range, limit)))
    },
    write: (changes) =>
      within('readwrite', (rows) => {
        try {
          for (const [key, value] of changes) {
            if (value === undefined) rows.delete(key)
            else rows.put(value, key)
          }
        } catch (error) {
          // A value that cannot be copied: what was put before it would be kept.
          rows.transaction.abort()
          throw error
        }
        return committed(rows.transaction)
      }),
  }
}

/** Not `promisifyRequest`: that rejects at the first failed request, before the error is known. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
