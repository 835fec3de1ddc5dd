import { vi } from 'vitest'
import { sqliteStore } from '../../server/adapters/sqlite.ts'
import { idbStore } from '../data/adapters/indexeddb.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import type { Store } from '../data/store.ts'

/** Every adapter, for `test.each`: each `open` gives an empty store of its own. */
export const stores = [
  { medium: 'memory', open: memoryStore },
  { medium: 'IndexedDB', open: () => idbStore(crypto.randomUUID()) },
  { medium: 'SQLite', open: () => sqliteStore(':memory:') },
] as const

/** All that a store holds, to tell whether anything changed. */
export function contentsOf(store: Store): Promise<unknown[]> {
  return store.scan('')
}

/** From its second write on IndexedDB has no room, until mocks are restored. */
export function fillIndexedDb(): void {
  const { put } = IDBObjectStore.prototype
  let writes = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (++writes === 1) return put.call(this, value, key)
    // fake-indexeddb has no limit: ask its engine for a request that fails as one without room does.
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
