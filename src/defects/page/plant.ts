import type { QueryClient } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import { defectsOf } from '../../contract/assignments.ts'
import { type PageDefect, pageDefects } from '../../contract/defects.ts'
import { fallbackIds, removeFallback } from '../../data/drafts/draft-fallback.ts'
import { store } from '../../data/drafts/draft-store.ts'
import { cacheDefects, type PlantPage } from './cache-defects.ts'
import { domDefects } from './dom-defects.ts'

/** All but one, which acts only when a page starts, on the drafts of the page before it. */
const whileOn: Record<Exclude<PageDefect, 'lost-draft'>, PlantPage> = {
  ...cacheDefects,
  ...domDefects,
}

const planted = new Map<PageDefect, AbortController>()

/**
 * Plants these defects and removes all others. Then `<html data-defects>` lists `ids`, those of the API too, so that a test
 * can wait for it.
 * @param ids with codes of assignments, whose defects are not named anywhere
 * @param isStart whether no screen has been shown yet
 */
export async function plantPageDefects(
  client: QueryClient,
  ids: readonly string[],
  isStart: boolean,
): Promise<void> {
  const wanted = defectsOf(ids)
  for (const id of pageDefects) {
    if (wanted.has(id) === planted.has(id)) continue
    planted.get(id)?.abort()
    planted.delete(id)
    if (!wanted.has(id)) continue
    const controller = new AbortController()
    planted.set(id, controller)
    if (id !== 'lost-draft') whileOn[id](client, controller.signal)
    else if (isStart) await loseDrafts()
  }
  if (ids.length > 0) document.documentElement.dataset.defects = ids.join(' ')
  else delete document.documentElement.dataset.defects
}

/** Removes all drafts before the page reads them. */
async function loseDrafts(): Promise<void> {
  for (const id of fallbackIds('')) removeFallback(id)
  await store('readwrite', (saved) => {
    saved.clear()
    return promisifyRequest(saved.transaction)
  })
}
