import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '../contract/changes.ts'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { changeAuthor } from './author-cache.ts'
import { bookmarksQuery } from './bookmarks.ts'
import { call } from './call.ts'
import { commentsQuery } from './comments.ts'
import { changePost, knowsPost, trimPages } from './post-cache.ts'
import { postQuery } from './posts.ts'
import { changeUser, PEOPLE, USERS } from './user-cache.ts'
import { letWait, waitingPostsQuery } from './waiting-posts.ts'

/** With more rows than this, whole lists are cheaper than one call for each. */
const MANY = 12

/**
 * Bring what is cached up to date without moving the reader: rows change where they stand, and new
 * posts wait. @param changes `undefined` when anything may have changed
 */
export async function refresh(client: QueryClient, changes?: readonly Change[]): Promise<void> {
  if (!changes || changes.length > MANY) {
    client.setQueryData(waitingPostsQuery.queryKey, [])
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
    changePost(client, postId, () => undefined)
    // Its own screen, if it is open, finds out that there is no such post.
    client.invalidateQueries({ queryKey: postQuery(postId).queryKey })
  }
  await Promise.allSettled([
    ...[...touched]
      .filter((postId) => !gone.includes(postId))
      .map((postId) => refreshPost(client, postId, added.includes(postId))),
    ...users.map(({ kind, _id }) =>
      kind === 'changed'
        ? refreshUser(client, _id)
        : client.invalidateQueries({ queryKey: PEOPLE }),
    ),
  ])
}

async function refreshPost(client: QueryClient, postId: string, isNew: boolean): Promise<void> {
  if (!isNew && !knowsPost(client, postId)) return
  const { post } = await call('GET /api/posts/:postId', { params: { postId } })
  client.setQueryData(commentsQuery(postId).queryKey, (old) => old && post.comments)
  if (isNew) letWait(client, post)
  else changePost(client, postId, () => post)
}

async function refreshUser(client: QueryClient, id: string): Promise<void> {
  const old = cachedUser(client, id)
  const { user } = await call('GET /api/users/:id', { params: { id } })
  changeUser(client, id, () => user)
  const viewer = client.getQueryData(viewerQuery.queryKey)
  if (viewer?._id === id) {
    client.setQueryData(viewerQuery.queryKey, user)
    if (ids(viewer.bookmarks) !== ids(user.bookmarks))
      client.invalidateQueries({ queryKey: bookmarksQuery.queryKey })
  }
  if (!old || face(old) !== face(user)) changeAuthor(client, user)
}

function cachedUser(client: QueryClient, id: string): User | undefined {
  const cached = client.getQueriesData<User | User[]>({ queryKey: USERS })
  const users = [client.getQueryData(viewerQuery.queryKey), ...cached.map(([, data]) => data)]
  return users.flat().find((user) => user?._id === id) ?? undefined
}

function face({ username, profilePhoto }: User): string {
  return `${username} ${profilePhoto.chosen || profilePhoto.default}`
}

function ids(rows: readonly { _id: string }[]): string {
  return rows.map(({ _id }) => _id).join()
}
