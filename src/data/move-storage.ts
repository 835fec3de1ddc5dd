import { promisifyRequest } from 'idb-keyval'
import { withLock } from '../client/tabs.ts'
import { scoped } from '../pwa/scoped.ts'
import { localStore } from '../pwa/web-storage.ts'
import { MOVED_KEY } from '../start/names.ts'

/*
 * Until November 2026, copies of the app under different paths of an origin had one name for a store, and so shared their data. A
 * copy that is found to be from then takes a copy of the data; the originals stay, because another copy may need them, too.
 */

const AT_ONCE = 200

/** Copies the databases of earlier builds to the names of this copy. If it is interrupted, it starts again. */
export function moveDatabases(): Promise<void> {
  return withLock('gearheads-move', async () => {
    if (localStore.get(MOVED_KEY) === 'all') return
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    for (const name of names.filter((one) => one.startsWith('gearheads'))) await copy(name)
    localStore.set(MOVED_KEY, 'all')
  })
}

async function copy(name: string): Promise<void> {
  const from = await promisifyRequest(indexedDB.open(name))
  const stores = [...from.objectStoreNames]
  const opening = indexedDB.open(scoped(name), from.version)
  opening.onupgradeneeded = () => {
    const missing = stores.filter((store) => !opening.result.objectStoreNames.contains(store))
    for (const store of missing) opening.result.createObjectStore(store)
  }
  const to = await promisifyRequest(opening)
  for (const store of stores) {
    let range: IDBKeyRange | null = null
    for (;;) {
      const source = from.transaction(store).objectStore(store)
      const [keys, values]: [IDBValidKey[], unknown[]] = await Promise.all([
        promisifyRequest(source.getAllKeys(range, AT_ONCE)),
        promisifyRequest(source.getAll(range, AT_ONCE)),
      ])
      if (keys.length === 0) break
      const target = to.transaction(store, 'readwrite').objectStore(store)
      for (const [index, key] of keys.entries()) target.put(values[index], key)
      await promisifyRequest(target.transaction)
      range = IDBKeyRange.lowerBound(keys.at(-1), true)
    }
  }
  from.close()
  to.close()
}
