import type { QueryClient } from '@tanstack/react-query'
import type { ViewedUser } from '../contract/viewed.ts'
import { bookmarksQuery } from './bookmarks.ts'
import { feedQuery } from './posts.ts'
import { peopleQuery } from './users.ts'

const revalidateIfStale = true
const ignore = () => undefined

/** Load the first pages of users and posts, which need no token. */
export function loadPublicData(client: QueryClient): void {
  client.ensureInfiniteQueryData({ ...peopleQuery(), revalidateIfStale }).catch(ignore)
  client.ensureInfiniteQueryData({ ...feedQuery, revalidateIfStale }).catch(ignore)
}

/**
 * Load the data that every screen needs first: users and posts at once, bookmarks after the token is
 * verified. A separate file, because the landing screen loads without the code of posts.
 * @param verifying resolves to the user of the token
 */
export function loadFirstData(client: QueryClient, verifying: Promise<ViewedUser | null>): void {
  loadPublicData(client)
  verifying
    .then(
      (viewer) =>
        viewer && client.ensureInfiniteQueryData({ ...bookmarksQuery, revalidateIfStale }),
    )
    .catch(ignore)
}
