import type { QueryClient } from '@tanstack/react-query'
import { token } from '../client/token.ts'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { bookmarksQuery } from './bookmarks.ts'
import { restoreCache } from './persisted-cache.ts'
import { feedQuery } from './posts.ts'
import { peopleQuery } from './users.ts'

/**
 * The signed-in user, or nobody. With them, in parallel and once, comes what every screen wants next
 * (spec §4, initial load): users, posts and bookmarks. What was shown last is given at once, and
 * brought up to date after.
 */
export async function loadViewer(client: QueryClient): Promise<User | null> {
  if (!token.read()) return null
  restoreCache(client)
  const revalidateIfStale = true
  const viewer = client.ensureQueryData({ ...viewerQuery, revalidateIfStale })
  // What fails here is shown by the query cache, and asked for again by the screen that needs it.
  const ignore = () => undefined
  client.ensureQueryData({ ...peopleQuery(), revalidateIfStale }).catch(ignore)
  client.ensureInfiniteQueryData({ ...feedQuery, revalidateIfStale }).catch(ignore)
  client.ensureQueryData({ ...bookmarksQuery, revalidateIfStale }).catch(ignore)
  return viewer
}
