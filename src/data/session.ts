import type { QueryClient } from '@tanstack/react-query'
import { checkSessionWith, leaving, token } from '../client/session.ts'
import type { ViewedUser } from '../contract/viewed.ts'
import { loadLanding } from '../pwa/reload.ts'
import { CLEARED_KEY } from '../pwa/web-storage.ts'
import { DELETED_KEY, viewerQuery } from './auth.ts'
import { forgetCache, restoreCache } from './persisted-cache.ts'

/**
 * The signed-in user, or `null`. Also starts to load the data that every screen needs (R2.21): users,
 * posts and bookmarks. Data that were shown last are restored at once, and read again afterwards.
 */
export async function loadViewer(client: QueryClient): Promise<ViewedUser | null> {
  if (!token.read()) return null
  restoreCache(client)
  const verifying = client.fetchQuery(viewerQuery)
  // The query cache reports a failure, and the screen that needs the data loads them again.
  const ignore = () => undefined
  verifying.catch(ignore)
  import('./first-data.ts').then(({ loadFirstData }) => loadFirstData(client, verifying), ignore)
  return client.getQueryData(viewerQuery.queryKey) ?? verifying
}

/** Load the first pages of the home feed and of the users, which need no token. */
export async function loadPublicData(client: QueryClient): Promise<void> {
  const firstData = await import('./first-data.ts')
  firstData.loadPublicData(client)
}

/** Follow the session: another tab may end or change it, and the API may reject its token. */
export function followSession(client: QueryClient): void {
  const readViewer = () => client.fetchQuery({ ...viewerQuery, staleTime: 0 })
  checkSessionWith(() =>
    readViewer().then(
      (viewer) => viewer === null,
      () => false,
    ),
  )
  let isDeleted = false
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const viewer = client.getQueryData(viewerQuery.queryKey)
    // Only a logout clears everything. Clear again, because this tab may have saved something since.
    if ((key === null || key === CLEARED_KEY) && viewer) clearThenLeave(viewer._id, isDeleted)
    // Just before it clears everything.
    if (key === DELETED_KEY) isDeleted = true
    if (key !== token.key || oldValue === newValue) return
    if (viewer && newValue) {
      // The next session must not restore the data of this page.
      forgetCache()
      location.reload()
    }
    // Another tab has signed in, or the session has ended. The query cache reports a failure.
    else readViewer().catch(() => undefined)
  })
}

async function clearThenLeave(userId: string, isDeleted: boolean): Promise<void> {
  leaving.abort()
  // Imported on demand: the landing screen has nothing to clear.
  const { clearUserData } = await import('./log-out.ts')
  await clearUserData(userId, isDeleted).finally(loadLanding)
}
