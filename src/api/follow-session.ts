import type { QueryClient } from '@tanstack/react-query'
import { loadLanding } from '../pwa/reload.ts'
import { viewerQuery } from './auth.ts'
import { checkSessionWith } from './session.ts'
import { token } from './token.ts'

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
    const isSignedIn = Boolean(client.getQueryData(viewerQuery.queryKey))
    // Only a log-out clears everything.
    if (key === null && isSignedIn) loadLanding()
    if (key !== token.key || oldValue === newValue) return
    if (isSignedIn && newValue) location.reload()
    // Signed in there, or the session has ended. What fails here is shown by the query cache.
    else readViewer().catch(() => undefined)
  })
}
