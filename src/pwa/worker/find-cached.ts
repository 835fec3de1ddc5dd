declare const self: ServiceWorkerGlobalScope

/**
 * The answer in a cache, by default in any. `undefined` also where the browser refuses its caches: then the caller asks the network.
 */
export async function findCached(url: string, cacheName?: string): Promise<Response | undefined> {
  try {
    return await self.caches.match(url, { cacheName, ignoreVary: true })
  } catch {
    return undefined
  }
}
