import { inject, vi } from 'vitest'
import { sqliteStore } from '../../server/adapters/sqlite.ts'
import { openPostgres } from '../../server/testing/pg-store.ts'
import { idbEntries } from '../store/adapters/indexeddb.ts'
import { memoryStore, serialStore } from '../store/adapters/memory.ts'
import type { Entries, Store } from '../store/store.ts'

type Medium = { medium: string; open: () => Store }

const ownStores: Medium[] = [
  { medium: 'memory', open: memoryStore },
  { medium: 'IndexedDB', open: () => serialStore(idbEntries(crypto.randomUUID())) },
  { medium: 'SQLite', open: () => sqliteStore(':memory:') },
]

const postgres = inject('postgres')

/**
 * Every adapter, for `test.each`: each `open` returns a new, empty store. In the project with a PostgreSQL it is the
 * only one.
 */
export const stores: readonly Medium[] = postgres
  ? [{ medium: 'PostgreSQL', open: () => openPostgres(postgres) }]
  : ownStores

/** The values under a prefix; all, to detect changes, without one. */
export async function valuesUnder(entries: Entries, prefix = '', page = {}): Promise<unknown[]> {
  const [found = []] = await entries.scan([{ prefix, ...page }])
  return found
}

/** The number of keys under a prefix. */
export async function countUnder(entries: Entries, prefix: string): Promise<number> {
  const [count = 0] = await entries.count([prefix])
  return count
}

/** A store in memory that counts the values that are read, until `reset`. */
export function countingStore() {
  const memory = memoryStore()
  let values = 0
  const count = <Value>(found: Value[]) => {
    values += found.filter((value) => value !== undefined).length
    return found
  }
  const store = serialStore({
    ...memory,
    read: async (keys) => count(await memory.read(keys)),
    scan: async (ranges) => {
      const found = await memory.scan(ranges)
      count(found.flat())
      return found
    },
  })
  return {
    store,
    read: () => values,
    reset() {
      values = 0
    },
  }
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
