import type { Store } from '../store.ts'

/** A store that lasts as long as the process, for unit tests. Clones values on read and write, as IndexedDB does. */
export function memoryStore(): Store {
  const values = new Map<string, unknown>()
  const store: Store = {
    read: async (keys) => keys.map((key) => structuredClone(values.get(key))),
    scan: async (prefix, { after = prefix, limit = Number.POSITIVE_INFINITY } = {}) =>
      [...values.keys()]
        .filter((key) => key.startsWith(prefix) && key > after)
        .sort()
        .slice(0, limit)
        .map((key) => structuredClone(values.get(key))),
    scanEach: (ranges) =>
      Promise.all(ranges.map(({ prefix, ...page }) => store.scan(prefix, page))),
    countEach: (prefixes) => Promise.all(prefixes.map((prefix) => store.count(prefix))),
    count: async (prefix) =>
      values
        .keys()
        .filter((key) => key.startsWith(prefix))
        .toArray().length,
    write: async (changes, cleared = []) => {
      const copies = structuredClone(changes)
      for (const key of [...values.keys()]) {
        if (cleared.some((prefix) => key.startsWith(prefix))) values.delete(key)
      }
      for (const [key, value] of copies) {
        if (value === undefined) values.delete(key)
        else values.set(key, value)
      }
    },
  }
  return store
}
