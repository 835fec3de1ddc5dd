import type { ConnectedStore, Store } from '../store.ts'
import { memoryStore } from './memory.ts'

type Write = Parameters<Store['write']>

/** A store whose entries and number of writes are visible to the test. */
export function watchedStore(
  given: Store | ConnectedStore = memoryStore(),
  entries = new Map<string, unknown>(),
) {
  // Every operation goes through here, not over a connection of the store.
  const { connect: _, ...store } = { connect: undefined, ...given }
  const { run } = store
  const watched = {
    ...store,
    entries,
    writes: 0,
    write: async (...given: Write) => {
      await store.write(...given)
      record(given[0], given[1])
    },
    run: watchedRun(run),
  }

  function record(changes: Write[0], cleared: readonly string[] = []): void {
    watched.writes += 1
    for (const key of [...entries.keys()]) {
      if (cleared.some((prefix) => key.startsWith(prefix))) entries.delete(key)
    }
    for (const [key, value] of changes) {
      if (value === undefined) entries.delete(key)
      else entries.set(key, value)
    }
  }

  /** Records what the transaction wrote after its commit: it may be repeated before. */
  function watchedRun(run: Store['run']): Store['run'] {
    return async (mode, work) => {
      let written: Write[] = []
      const result = await run(mode, (inner) => {
        written = []
        return work({
          ...inner,
          async write(...given) {
            await inner.write(...given)
            written.push(given)
          },
        })
      })
      for (const [changes, cleared] of written) record(changes, cleared)
      return result
    }
  }

  return watched
}
export type WatchedStore = ReturnType<typeof watchedStore>
