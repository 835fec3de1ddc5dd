import type { Store } from './store.ts'

/**
 * `store`, with the values at `keys` in memory after the first read, as long as the connection lasts: rows
 * that every request needs. Only for a store with no other writer, such as the worker's. Callers must not
 * change the values, which are not copied.
 */
export function cachedStore(store: Store, keys: readonly string[]): Store {
  const { connect } = store
  if (!connect) return cachedOver(store, keys)
  let last: { connected: Store; store: Store } | undefined
  return {
    ...store,
    // Another connection can have other data, so its cache starts empty.
    async connect() {
      const connected = await connect()
      if (last?.connected !== connected) last = { connected, store: cachedOver(connected, keys) }
      return last.store
    },
  }
}

function cachedOver(store: Store, keys: readonly string[]): Store {
  const known = new Map<string, unknown>()
  let writes = 0
  return {
    ...store,
    async read(requested) {
      if (requested.every((key) => known.has(key))) return requested.map((key) => known.get(key))
      const before = writes
      const values = await store.read(requested)
      for (const [index, key] of requested.entries()) {
        // A value that was read during a write may be old.
        if (keys.includes(key) && before === writes) known.set(key, values[index])
      }
      return values
    },
    async write(changes, cleared = []) {
      const forget = () => {
        writes += 1
        for (const key of keys) {
          if (changes.has(key) || cleared.some((prefix) => key.startsWith(prefix)))
            known.delete(key)
        }
      }
      forget()
      await store.write(changes, cleared).finally(forget)
    },
  }
}
