import { vi } from 'vitest'
import { sqliteStore } from '../../server/adapters/sqlite.ts'
import { idbStore } from '../data/adapters/indexeddb.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import type { Store } from '../data/store.ts'

/** Every adapter, for `test.each`: each `open` returns a new, empty store. */
export const stores = [
  { medium: 'memory', open: memoryStore },
  { medium: 'IndexedDB', open: () => idbStore(crypto.randomUUID()) },
  { medium: 'SQLite', open: () => sqliteStore(':memory:') },
] as const

/** All entries of a store, to detect changes. */
export function contentsOf(store: Store): Promise<unknown[]> {
  return store.scan('')
}

/** Makes every write of IndexedDB after the first fail for lack of space, until mocks are restored. */
export function fillIndexedDb(): void {
  const { put } = IDBObjectStore.prototype
  let writes = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (++writes === 1) return put.call(this, value, key)
    // fake-indexeddb has no quota: its engine creates a request that fails as on a full device.
    const operation = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    return (this.transaction as unknown as FakeTransaction)._execRequestAsync({
      source: this,
      operation,
    })
  })
}

type FakeTransaction = {
  _execRequestAsync(request: {
    source: IDBObjectStore
    operation: () => void
  }): IDBRequest<IDBValidKey>
}
