import { promisifyRequest } from 'idb-keyval'
import { fallbackIds, removeFallback } from '../../data/drafts/draft-fallback.ts'
import { store } from '../../data/drafts/draft-store.ts'

/** Removes all drafts before the page reads them. */
export async function loseDrafts(): Promise<void> {
  for (const id of fallbackIds('')) removeFallback(id)
  await store('readwrite', (saved) => {
    saved.clear()
    return promisifyRequest(saved.transaction)
  })
}
