import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { HttpError } from '../client/http.ts'
import { token } from '../client/session.ts'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import {
  cachedUser,
  changeAuthor,
  changePost,
  changeUser,
  patch,
  removePost,
} from './cached-rows.ts'
import { BOOKMARKS, COMMENTS, VIEWER } from './query-keys.ts'

/** Read a post with its comments and replace it wherever it is cached. If it no longer exists, remove it. */
export async function rereadPost(client: QueryClient, postId: string): Promise<void> {
  try {
    const { post } = await call('GET /api/posts/:postId', { params: { postId } })
    patch(client, [...COMMENTS, postId], () => post.comments)
    changePost(client, postId, () => post)
  } catch (error) {
    if (!(error instanceof HttpError) || error.response?.status !== 404) throw error
    removePost(client, postId)
  }
}

/** Read a user and replace them wherever they are cached, as author, liker and voter too. */
export async function rereadUser(client: QueryClient, id: string): Promise<void> {
  const self = client.getQueryData(viewerQuery.queryKey)
  const old = self?._id === id ? self : cachedUser(client, id)
  const { user } =
    self?._id === id
      ? // The change may have ended this session.
        await call('POST /api/auth/verify', { body: { encodedToken: token.read() } })
      : await call('GET /api/users/:id', { params: { id } })
  changeUser(client, id, () => user)
  const viewer = client.getQueryData(viewerQuery.queryKey)
  if (viewer?._id === id) {
    patch(client, VIEWER, () => user)
    if (ids(viewer.bookmarks) !== ids(user.bookmarks))
      client.invalidateQueries({ queryKey: BOOKMARKS })
  }
  if (!old || authorOf(old) !== authorOf(user)) changeAuthor(client, user)
}

/** Wait for `reading`. If it fails, invalidate all queries, so that each is read again when it is shown. */
export async function orRereadAll(client: QueryClient, reading: Promise<unknown>): Promise<void> {
  await reading.catch(() => client.invalidateQueries())
}

function authorOf({ username, profilePhoto }: User): string {
  return `${username} ${profilePhoto.chosen || profilePhoto.default}`
}

function ids(rows: readonly { _id: string }[]): string {
  return rows.map(({ _id }) => _id).join()
}
