import type { QueryClient } from '@tanstack/react-query'
import { bookmarksQuery } from './bookmarks.ts'
import { feedQuery } from './posts.ts'
import { peopleQuery } from './users.ts'

/**
 * Load the data that every screen needs first: users, posts and bookmarks, in parallel and once. In a
 * file of its own, since the landing screen loads without the code of posts.
 */
export function loadFirstData(client: QueryClient): void {
  const revalidateIfStale = true
  const ignore = () => undefined
  client.ensureQueryData({ ...peopleQuery(), revalidateIfStale }).catch(ignore)
  client.ensureInfiniteQueryData({ ...feedQuery, revalidateIfStale }).catch(ignore)
  client.ensureQueryData({ ...bookmarksQuery, revalidateIfStale }).catch(ignore)
}
