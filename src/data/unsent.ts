import type { QueryClient } from '@tanstack/react-query'
import { keys } from 'idb-keyval'
import { askWorker } from '../pwa/ask-worker.ts'
import { isClub } from '../pwa/club.ts'
import { fallbackIds } from './drafts/draft-fallback.ts'
import { own, saveDrafts, store } from './drafts/draft-store.ts'
import { waitingPictures } from './pictures/outbox-store.ts'

/** Whether the form on screen has changes that are in no draft. */
let isFormChanged = false

/** Call it when the changes of a form begin and end, also because the form is left. */
export function setFormChanged(isChanged: boolean): void {
  isFormChanged = isChanged
}

/**
 * Returns whether a logout would lose or delay work of a user: a form with changes, a draft in any tab, a write
 * without a reply or that the club does not have, or a picture that waits for its image host.
 */
export async function hasUnsent(client: QueryClient, userId: string): Promise<boolean> {
  if (isFormChanged || client.isMutating() > 0) return true
  if (isClub && (await hasPending(userId))) return true
  // A draft that was just sent or discarded may still be stored.
  await saveDrafts()
  const stored = await keys<string>(store).catch(() => [])
  const drafts = [...own.keys(), ...stored, ...fallbackIds('')]
  if (drafts.some((id) => id.startsWith(`${userId}/`))) return true
  if (!import.meta.env.VITE_UPLOAD_URL) return false
  const waiting = await waitingPictures().catch(() => [])
  return waiting.some((picture) => picture.userId === userId)
}

async function hasPending(userId: string): Promise<boolean> {
  // Without a worker, nothing is pending.
  const status = await askWorker('SYNC_STATUS').catch(() => undefined)
  return status?.pending.some((write) => write.userId === userId) ?? false
}
