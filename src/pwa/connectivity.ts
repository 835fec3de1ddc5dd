/** Whether the device has a network, as the browser knows it; for `useSyncExternalStore`. */
export const connectivity = {
  get: (): boolean => navigator.onLine,
  subscribe(listener: () => void): () => void {
    const stop = new AbortController()
    for (const type of ['online', 'offline']) {
      window.addEventListener(type, listener, { signal: stop.signal })
    }
    return () => stop.abort()
  },
}
