import type { QueryClient } from '@tanstack/react-query'
import { checkSessionWith, token } from '../client/session.ts'
import { loadLanding } from '../pwa/reload.ts'
import { viewerQuery } from './auth.ts'
import { forgetCache } from './persisted-cache.ts'

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
