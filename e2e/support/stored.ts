import type { Page } from 'playwright/test'

/** What is left out: the rows of the back end of this device, and the texts of cached files. */
type Except = { rows?: boolean; files?: boolean }

/** All that the browser keeps for the origin of the page, as one text: storages, cookies, databases and caches. */
export function storedTexts(page: Page, except: Except = {}): Promise<string> {
  return page.evaluate(async ({ rows, files }) => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      if (rows && name === 'gearheads') continue
      const database = await done(indexedDB.open(name))
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table)
        kept.push(name, await done(store.getAllKeys()), await done(store.getAll()))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const isOmitted = files || request.url.includes('/assets/')
        kept.push(request.url, !isOmitted && (await (await cache.match(request))?.text()))
      }
    }
    return JSON.stringify(kept)
  }, except)
}
