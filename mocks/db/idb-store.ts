import { createStore, promisifyRequest } from 'idb-keyval'
import { AFTER_ALL, type Store } from './store.ts'

/** A store in IndexedDB: one entry a row, so that a write costs the same however many there are. */
export function idbStore(databaseName: string): Store {
  const within = createStore(databaseName, 'rows')
  return {
    read: (keys) =>
      within('readonly', (rows) => Promise.all(keys.map((key) => promisifyRequest(rows.get(key))))),
    scan: (prefix, { after = prefix, limit } = {}) =>
      within('readonly', (rows) =>
        promisifyRequest(
          rows.getAll(IDBKeyRange.bound(after, prefix + AFTER_ALL, true, true), limit),
        ),
      ),
    write: (changes) =>
      within('readwrite', (rows) => {
        for (const [key, value] of changes) {
          if (value === undefined) rows.delete(key)
          else rows.put(value, key)
        }
        return promisifyRequest(rows.transaction)
      }),
  }
}
