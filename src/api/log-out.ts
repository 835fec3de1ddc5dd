import type { QueryClient } from '@tanstack/react-query'
import { viewerQuery } from './auth.ts'
import { forgetDrafts } from './drafts/draft-store.ts'
import { token } from './token.ts'

/**
 * Clear all local storage, what was shown last among it, and start the page anew (spec §2). What the user
 * was writing goes too: whoever has the device next is somebody else.
 */
export async function logOut(userId = ''): Promise<void> {
  localStorage.clear()
  await forgetDrafts(userId).finally(() => location.reload())
}

/** When another tab logs out, or in as somebody else, start this one anew too. */
export function followSession(client: QueryClient): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const isOver = key === null || (key === token.key && oldValue !== newValue)
    if (isOver && client.getQueryData(viewerQuery.queryKey)) location.reload()
  })
}
