import type { QueryClient } from '@tanstack/react-query'
import { type PageDefect, pageDefects } from '../../contract/defects.ts'
import { atStart, whileOn } from './page-defects.ts'

const planted = new Map<PageDefect, AbortController>()

/**
 * Plants these defects and removes all others. Then `<html data-defects>` lists `ids`, those of the API too, so that a test
 * can wait for it.
 * @param isStart whether no screen has been shown yet
 */
export async function plantPageDefects(
  client: QueryClient,
  ids: readonly string[],
  isStart: boolean,
): Promise<void> {
  const wanted = new Set(ids)
  for (const id of pageDefects) {
    if (wanted.has(id) === planted.has(id)) continue
    planted.get(id)?.abort()
    planted.delete(id)
    if (!wanted.has(id)) continue
    const controller = new AbortController()
    planted.set(id, controller)
    if (!(id in atStart)) whileOn[id as keyof typeof whileOn](client, controller.signal)
    else if (isStart) await atStart[id as keyof typeof atStart]()
  }
  if (ids.length > 0) document.documentElement.dataset.defects = ids.join(' ')
  else delete document.documentElement.dataset.defects
}
