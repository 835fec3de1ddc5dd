import { Data, FrequentlyUsed, Store } from 'emoji-mart'

/** Two lines of 7 (R15.5). */
export const RECENTS = { perLine: 7, maxFrequentRows: 2 }
const MOST = RECENTS.perLine * RECENTS.maxFrequentRows
const KEY = 'frequently'

/** The ids of the emoji used last, the latest first. */
function recents(): string[] {
  const stored: unknown = Store.get(KEY)
  return Array.isArray(stored) ? stored : []
}

/** Makes the picker keep the emoji that were used last. On its own, it keeps those that are used most. */
export function keepLastUsed(): void {
  const store = Store as { set: (key: string, value: unknown) => void }
  Object.assign(FrequentlyUsed, {
    add: ({ id }: { id: string }) =>
      store.set(KEY, [id, ...recents().filter((other) => other !== id)].slice(0, MOST)),
    get: recents,
  })
}

/** Call before a picker is mounted: the picker has dropped the category if it was empty the last time. */
export function restoreRecents(): void {
  const categories: { id: string; emojis: string[] }[] = Data?.categories ?? []
  if (categories.length === 0 || categories.some(({ id }) => id === 'frequent')) return
  categories.unshift({ id: 'frequent', emojis: [] })
}
