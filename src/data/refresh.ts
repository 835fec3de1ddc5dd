import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Change } from '../contract/changes.ts'
import { cachedPost, ONE_POST, removePost, trimPages } from './post-cache.ts'
import { queuedPostsQuery, queuePost } from './queued-posts.ts'
import { orRereadAll, rereadPost, rereadUser } from './reread.ts'
import { PEOPLE } from './user-cache.ts'

/** With more rows than this, whole lists are cheaper than one call for each. */
const MANY = 12

/**
 * Bring the cache up to date without moving the reader: rows change where they are, and new posts
 * are queued. @param changes `undefined` when anything may have changed
 */
export async function refresh(client: QueryClient, changes?: readonly Change[]): Promise<void> {
  if (!changes || changes.length > MANY) {
    client.setQueryData(queuedPostsQuery.queryKey, [])
    trimPages(client)
    return client.invalidateQueries()
  }
  const users = changes.filter(({ table }) => table === 'users')
  const posts = changes.filter(({ table }) => table === 'posts')
  const added = posts.filter(({ kind }) => kind === 'added').map(({ _id }) => _id)
  const gone = posts.filter(({ kind }) => kind === 'removed').map(({ _id }) => _id)
  const commented = changes.flatMap(({ postId }) => postId ?? [])
  const touched = new Set([...posts.map(({ _id }) => _id), ...commented])

  for (const postId of gone) {
    removePost(client, postId)
    // Its own screen, if it is open, says that the post does not exist any more.
    client.invalidateQueries({ queryKey: [...ONE_POST, postId] })
  }
  const reading = Promise.all([
    ...[...touched]
      .filter((postId) => !gone.includes(postId))
      .map((postId) =>
        added.includes(postId) ? queueNewPost(client, postId) : readIfCached(client, postId),
      ),
    ...users.map(({ kind, _id }) =>
      kind === 'changed' ? rereadUser(client, _id) : client.invalidateQueries({ queryKey: PEOPLE }),
    ),
  ])
  await orRereadAll(client, reading)
}

async function queueNewPost(client: QueryClient, postId: string): Promise<void> {
  const { post } = await call('GET /api/posts/:postId', { params: { postId } })
  queuePost(client, post)
}

async function readIfCached(client: QueryClient, postId: string): Promise<void> {
  if (cachedPost(client, postId)) await rereadPost(client, postId)
}
