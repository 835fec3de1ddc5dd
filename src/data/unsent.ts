import type { QueryClient } from '@tanstack/react-query'
import { keys } from 'idb-keyval'
import { fallbackIds } from './drafts/draft-fallback.ts'
import { own, saveDrafts, store } from './drafts/draft-store.ts'
import { waitingPictures } from './pictures/outbox-store.ts'

/**
 * Returns whether a logout would lose or delay work of a user: a draft in any tab, a write
 * without a reply, or a picture that waits for its image host.
 */
export async function hasUnsent(client: QueryClient, userId: string): Promise<boolean> {
  if (client.isMutating() > 0) return true
  // A draft that was just sent or discarded may still be stored.
  await saveDrafts()
  const stored = await keys<string>(store).catch(() => [])
  const drafts = [...own.keys(), ...stored, ...fallbackIds('')]
  if (drafts.some((id) => id.startsWith(`${userId}/`))) return true
  if (!import.meta.env.VITE_UPLOAD_URL) return false
  const waiting = await waitingPictures().catch(() => [])
  return waiting.some((picture) => picture.userId === userId)
}
