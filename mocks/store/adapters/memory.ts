import { withLock } from '../lock.ts'
import { type Entries, SIMPLE, type Store } from '../store.ts'

/** A store that lasts as long as the process, for unit tests. Clones values on read and write, as IndexedDB does. */
export function memoryStore(): Store {
  const values = new Map<string, unknown>()
  const keysUnder = (prefix: string) =>
    values
      .keys()
      .filter((key) => key.startsWith(prefix))
      .toArray()
  return serialStore({
    read: async (keys) => keys.map((key) => structuredClone(values.get(key))),
    scan: async (ranges) =>
      ranges.map(({ prefix, after = prefix, limit }) =>
        keysUnder(prefix)
          .filter((key) => key > after)
          .sort()
          .slice(0, limit)
          .map((key) => structuredClone(values.get(key))),
      ),
    count: async (prefixes) => prefixes.map((prefix) => keysUnder(prefix).length),
    write: async (changes, cleared = []) => {
      const copies = structuredClone(changes)
      for (const key of cleared.flatMap(keysUnder)) values.delete(key)
      for (const [key, value] of copies) {
        if (value === undefined) values.delete(key)
        else values.set(key, value)
      }
    },
  })
}

/** Transactions in which readers run in parallel, and writers one at a time. */
export function serialStore({
  read,
  scan,
  count,
  write,
}: Pick<Entries, 'read' | 'scan' | 'count' | 'write'>): Store {
  const lock = crypto.randomUUID()
  const store: Store = {
    ...SIMPLE,
    read,
    scan,
    count,
    write,
    run: (mode, work) =>
      withLock(lock, () => work(store), mode === 'read' ? 'shared' : 'exclusive'),
  }
  return store
}
