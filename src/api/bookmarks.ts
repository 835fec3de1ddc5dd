import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Post, User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { call } from './call.ts'
import { POSTS } from './post-cache.ts'

/** The posts that the viewer bookmarked, the newest bookmark first. */
export const bookmarksQuery = queryOptions({
  queryKey: [...POSTS, 'bookmarks'],
  queryFn: async ({ signal }) => (await call('GET /api/users/bookmark', { signal })).bookmarks,
})

/** Bookmark a post or take the bookmark back: shown at once, undone when the API refuses. */
export const setBookmark = (post: Post) => {
  const params = { postId: post._id }
  return mutationOptions({
    // Quick toggles go one after the other, in the order of the clicks.
    scope: { id: `post/${post._id}/bookmark` },
    mutationFn: (mark: boolean) =>
      call(mark ? 'POST /api/users/bookmark/:postId' : 'POST /api/users/remove-bookmark/:postId', {
        params,
      }),
    onMutate: (mark, { client }) => showBookmark(client, post, mark),
    onError: (_error, mark, _result, { client }) => showBookmark(client, post, !mark),
  })
}

/** Whether the post is in the viewer's bookmark list. */
export function isBookmarked(post: Post, viewer: User): boolean {
  return viewer.bookmarks.some(({ _id }) => _id === post._id)
}

function showBookmark(client: QueryClient, post: Post, mark: boolean): void {
  const others = <Item extends { _id: string }>(list: Item[]) =>
    list.filter(({ _id }) => _id !== post._id)
  client.setQueryData(
    viewerQuery.queryKey,
    (viewer) =>
      viewer && { ...viewer, bookmarks: [...others(viewer.bookmarks), ...(mark ? [post] : [])] },
  )
  client.setQueryData(
    bookmarksQuery.queryKey,
    (list) => list && [...(mark ? [post] : []), ...others(list)],
  )
}
