import type { QueryClient } from '@tanstack/react-query'
import { checkSessionWith, token } from '../client/session.ts'
import type { User } from '../contract/entities.ts'
import { loadLanding } from '../pwa/reload.ts'
import { viewerQuery } from './auth.ts'
import { forgetCache, restoreCache } from './persisted-cache.ts'

/**
 * The signed-in user, or nobody. With them, and once, comes what every screen wants next (R2.21,
 * initial load): users, posts and bookmarks. What was shown last is given at once, and
 * brought up to date after.
 */
export async function loadViewer(client: QueryClient): Promise<User | null> {
  if (!token.read()) return null
  restoreCache(client)
  const verifying = client.fetchQuery(viewerQuery)
  // A failure is shown by the query cache, and the screen that needs the data loads it again.
  const ignore = () => undefined
  verifying.catch(ignore)
  import('./first-data.ts').then(({ loadFirstData }) => loadFirstData(client, verifying), ignore)
  return client.getQueryData(viewerQuery.queryKey) ?? verifying
}

/** Keep the page in step with the session: another tab may end or change it, and the API may refuse it. */
export function followSession(client: QueryClient): void {
  const readViewer = () => client.fetchQuery({ ...viewerQuery, staleTime: 0 })
  checkSessionWith(() =>
    readViewer().then(
      (viewer) => viewer === null,
      () => false,
    ),
  )
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const viewer = client.getQueryData(viewerQuery.queryKey)
    // Only a log-out clears everything. After the other tab: this one may have saved something since.
    if (key === null && viewer) clearThenLeave(viewer._id)
    if (key !== token.key || oldValue === newValue) return
    if (viewer && newValue) {
      // What this page shows must not be kept as what the next session saw last.
      forgetCache()
      location.reload()
    }
    // Signed in there, or the session has ended. What fails here is shown by the query cache.
    else readViewer().catch(() => undefined)
  })
}

async function clearThenLeave(userId: string): Promise<void> {
  // The landing screen, which has nothing to clear, loads without this.
  const { clearUserData } = await import('./log-out.ts')
  await clearUserData(userId).finally(loadLanding)
}
