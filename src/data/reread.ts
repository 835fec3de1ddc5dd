import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { HttpError } from '../client/http.ts'
import { token } from '../client/session.ts'
import type { ViewedPost, ViewedUser } from '../contract/viewed.ts'
import { viewerQuery } from './auth.ts'
import {
  cachedPost,
  cachedUser,
  changeAuthor,
  changePost,
  changeUser,
  patch,
  removePost,
} from './cached-rows.ts'
import { BOOKMARKS, COMMENTS, FOLLOWS, MUTED, NOTIFICATIONS, VIEWER } from './query-keys.ts'

/** Read a post and its loaded comments, and replace it wherever it is cached. If it no longer exists, remove it. */
export async function rereadPost(client: QueryClient, postId: string): Promise<void> {
  try {
    const { post } = await call('GET /api/posts/:postId', { params: { postId } })
    const isMarked = ({ bookmarkedBy }: ViewedPost) => bookmarkedBy.length > 0
    const before = cachedPost(client, postId)
    changePost(client, postId, () => post)
    await client.invalidateQueries({ queryKey: [...COMMENTS, postId] })
    if (before && isMarked(before) !== isMarked(post)) {
      await client.invalidateQueries({ queryKey: BOOKMARKS })
    }
  } catch (error) {
    if (!(error instanceof HttpError) || error.response?.status !== 404) throw error
    removePost(client, postId)
  }
}

/** Read a user and replace them wherever they are cached, as author too. */
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
    // Somebody else may have changed them: the viewer in another tab.
    client.invalidateQueries({ queryKey: BOOKMARKS })
    if (JSON.stringify(self?.muted) !== JSON.stringify(user.muted)) {
      for (const queryKey of [MUTED, NOTIFICATIONS]) client.invalidateQueries({ queryKey })
    }
  }
  client.invalidateQueries({ queryKey: [...FOLLOWS, id] })
  if (!old || authorOf(old) !== authorOf(user)) changeAuthor(client, user)
}

/**
 * Invalidate queries, so that each is read again when it is shown. Notifications come after the viewer, whose session
 * may be over: nobody sees them then.
 * @param isReread by default, all are
 */
export async function rereadAll(
  client: QueryClient,
  isReread: (queryKey: QueryKey) => boolean = () => true,
): Promise<void> {
  const isOfViewer = ({ queryKey: [name] }: Pick<Query, 'queryKey'>) => name === NOTIFICATIONS[0]
  await client.invalidateQueries({
    predicate: (query) => !isOfViewer(query) && isReread(query.queryKey),
  })
  if (client.getQueryData(VIEWER)) await client.invalidateQueries({ predicate: isOfViewer })
}

/** Wait for `reading`. If it fails, read everything again. */
export async function orRereadAll(client: QueryClient, reading: Promise<unknown>): Promise<void> {
  await reading.catch(() => rereadAll(client))
}

function authorOf({ username, firstName, profilePhoto, followers }: ViewedUser): string {
  return JSON.stringify([username, firstName, profilePhoto, followers])
}
