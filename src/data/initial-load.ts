import type { QueryClient } from '@tanstack/react-query'
import { token } from '../client/session.ts'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { restoreCache } from './persisted-cache.ts'

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
