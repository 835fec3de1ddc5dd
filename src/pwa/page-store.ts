import { createStore, type UseStore } from 'idb-keyval'
import { scoped } from './scoped.ts'

/**
 * An object store of the page in IndexedDB, opened at first use. Every use rejects, and none throws, where
 * the browser blocks IndexedDB. A connection that the browser closed is opened again.
 */
export function pageStore(database: string, name: string): UseStore {
  let store: UseStore | undefined
  return async (mode, work) => {
    store ??= createStore(scoped(database), name)
    try {
      return await store(mode, work)
    } catch (error) {
      store = undefined
      if (!isLost(error)) throw error
      store = createStore(scoped(database), name)
      return store(mode, work)
    }
  }
}

/** How browsers say that the connection is closed. WebKit, whose IndexedDB is a process of its own, says `UnknownError`. */
function isLost(error: unknown): boolean {
  return error instanceof DOMException && /^(InvalidState|Unknown)Error$/.test(error.name)
}
