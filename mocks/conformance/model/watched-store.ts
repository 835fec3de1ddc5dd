import { memoryStore } from '../../data/adapters/memory.ts'
import type { Store } from '../../data/store.ts'

/** A store whose entries and number of writes are visible to the test. */
export function watchedStore(store: Store = memoryStore(), entries = new Map<string, unknown>()) {
  const watched = {
    ...store,
    // Every operation goes through here, not over a connection of the store.
    connect: undefined,
    entries,
    writes: 0,
    write: async (changes: ReadonlyMap<string, unknown>, cleared: readonly string[] = []) => {
      await store.write(changes, cleared)
      watched.writes += 1
      for (const key of [...entries.keys()]) {
        if (cleared.some((prefix) => key.startsWith(prefix))) entries.delete(key)
      }
      for (const [key, value] of changes) {
        if (value === undefined) entries.delete(key)
        else entries.set(key, value)
      }
    },
  }
  return watched
}
export type WatchedStore = ReturnType<typeof watchedStore>
