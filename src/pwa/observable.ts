export type Observable<Value> = {
  get(): Value
  set(value: Value): void
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

/** A value with change listeners, for `useSyncExternalStore`. */
export function observable<Value>(value: Value): Observable<Value> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
