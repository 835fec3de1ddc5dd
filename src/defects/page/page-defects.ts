import { promisifyRequest } from 'idb-keyval'
import type { PageDefect } from '../../contract/defects.ts'
import { fallbackIds, removeFallback } from '../../data/drafts/draft-fallback.ts'
import { store } from '../../data/drafts/draft-store.ts'
import { cacheDefects, type PlantPage } from './cache-defects.ts'
import { domDefects } from './dom-defects.ts'

/** They act when a page starts, before its first screen. */
export const atStart = { 'lost-draft': loseDrafts } satisfies Partial<
  Record<PageDefect, () => Promise<void>>
>

/** All others. */
export const whileOn: Record<Exclude<PageDefect, keyof typeof atStart>, PlantPage> = {
  ...cacheDefects,
  ...domDefects,
}

/** Removes all drafts of the page before, while nothing has read them. */
async function loseDrafts(): Promise<void> {
  for (const id of fallbackIds('')) removeFallback(id)
  await store('readwrite', (saved) => {
    saved.clear()
    return promisifyRequest(saved.transaction)
  })
}
