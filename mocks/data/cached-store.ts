import type { Store } from './store.ts'

/**
 * `store`, with the values at `keys` kept in memory once they were read: what every request needs
 * costs no trip to the medium, as long as the connection lasts. Only for a store that nobody else
 * writes to, as the worker's is. The values are those kept, not copies: they are not to be changed.
 */
export function cachedStore(store: Store, keys: readonly string[]): Store {
  const { connect } = store
  if (!connect) return remembered(store, keys)
  let last: { connected: Store; store: Store } | undefined
  return {
    ...store,
    // The data of another connection may be others: nothing is carried over.
    async connect() {
      const connected = await connect()
      if (last?.connected !== connected) last = { connected, store: remembered(connected, keys) }
      return last.store
    },
  }
}

function remembered(store: Store, keys: readonly string[]): Store {
  const known = new Map<string, unknown>()
  let writes = 0
  return {
    ...store,
    async read(asked) {
      if (asked.every((key) => known.has(key))) return asked.map((key) => known.get(key))
      const before = writes
      const values = await store.read(asked)
      for (const [index, key] of asked.entries()) {
        // What was read while somebody wrote may be old.
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
