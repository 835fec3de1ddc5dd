import type { Page } from 'playwright/test'

type Fields = Record<string, unknown>

/** Changes rows in IndexedDB directly, without the worker, as a defect or a broken disk would. */
export function changeRows(
  page: Page,
  prefix: string,
  which: Fields,
  change: Fields,
): Promise<number> {
  return page.evaluate(
    ({ prefix, which, change }) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('gearheads')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          let changed = 0
          const transaction = opening.result.transaction('rows', 'readwrite')
          const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
          // As every writer does, so that the worker drops the rows that it has in memory.
          transaction.objectStore('rows').put(crypto.randomUUID(), 'meta/revision')
          const cursors = transaction.objectStore('rows').openCursor(range)
          cursors.onsuccess = () => {
            const cursor = cursors.result
            if (!cursor) return
            const matches = Object.entries(which).every(
              ([key, value]) => cursor.value[key] === value,
            )
            if (matches) changed += 1
            if (matches) cursor.update({ ...cursor.value, ...change })
            cursor.continue()
          }
          transaction.onabort = () => reject(transaction.error)
          transaction.oncomplete = () => {
            opening.result.close()
            resolve(changed)
          }
        }
      }),
    { prefix, which, change },
  )
}
