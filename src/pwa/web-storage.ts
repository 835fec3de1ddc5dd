import { isOfOtherCopy, scoped } from './scoped.ts'

/**
 * Local and session storage that never throw. A browser that blocks site data throws at any use, and a
 * full device at a write: then the values are in memory until the page is closed.
 */
export type WebStorage = {
  get(key: string): string | undefined
  /** @returns whether it outlives the page */
  set(key: string, value: string): boolean
  remove(key: string): void
  /** @returns every key that starts with `prefix` */
  keys(prefix: string): string[]
  /** Removes everything but the keys of copies of the app under other paths. */
  clear(): void
}

/** The key of the storage event that says that another tab has cleared the storage; `null` where there is only one copy. */
export const CLEARED_KEY: string = scoped('gearheads-cleared')

/** @param open reads the global. That alone can throw. */
function webStorage(open: () => Storage): WebStorage {
  const memory = new Map<string, string>()

  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(open())
    } catch {
      return undefined
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isStored) {
        memory.delete(key)
      } else {
        // The next visit must not find an older value.
        attempt((storage) => storage.removeItem(key))
        memory.set(key, value)
      }
      return isStored ?? false
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys(prefix) {
      const stored = attempt((storage) => Object.keys(storage)) ?? []
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix))
    },
    clear() {
      memory.clear()
      attempt((storage) => {
        const keys = Object.keys(storage)
        if (!keys.some(isOfOtherCopy)) return storage.clear()
        for (const key of keys) if (!isOfOtherCopy(key)) storage.removeItem(key)
        storage.setItem(CLEARED_KEY, 'yes')
        storage.removeItem(CLEARED_KEY)
      })
    },
  }
}

export const localStore: WebStorage = webStorage(() => localStorage)
export const sessionStore: WebStorage = webStorage(() => sessionStorage)
