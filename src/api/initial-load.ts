import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { bookmarksQuery } from './bookmarks.ts'
import { feedQuery } from './posts.ts'
import { token } from './token.ts'
import { usersQuery } from './users.ts'

/**
 * The signed-in user, or nobody. With them, in parallel and once, comes what every screen wants next
 * (spec §4, initial load): users, posts and bookmarks.
 */
export async function loadViewer(client: QueryClient): Promise<User | null> {
  if (!token.read()) return null
  const viewer = client.ensureQueryData(viewerQuery)
  // What fails here is shown by the query cache, and asked for again by the screen that needs it.
  const ignore = () => undefined
  client.ensureQueryData(usersQuery).catch(ignore)
  client.ensureInfiniteQueryData(feedQuery).catch(ignore)
  client.ensureQueryData(bookmarksQuery).catch(ignore)
  return viewer
}
