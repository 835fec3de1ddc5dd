import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Reply } from '../contract/calls.ts'
import type { Post } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { cachedPost, changeViewer, patch } from './cached-rows.ts'
import { optimisticWrite } from './optimistic-write.ts'
import { type PendingWrite, withRow } from './pending-writes.ts'
import { BOOKMARKS } from './query-keys.ts'
import { rereadUser } from './reread.ts'

/** The posts that the viewer bookmarked, the newest bookmark first. */
export const bookmarksQuery = queryOptions({
  queryKey: BOOKMARKS,
  queryFn: async ({ signal }) => (await call('GET /api/users/bookmark', { signal })).bookmarks,
})

type Bookmark = PendingWrite & { type: 'bookmark' }

/** Add a bookmark or remove it. */
export const setBookmark = (postId: string) =>
  optimisticWrite<Bookmark, Reply<'POST /api/users/bookmark/:postId'>>({
    // One row for all, because their order matters.
    row: 'bookmarks',
    send: ({ wanted }) =>
      call(
        wanted ? 'POST /api/users/bookmark/:postId' : 'POST /api/users/remove-bookmark/:postId',
        { params: { postId } },
      ),
    store(client, { bookmarks: [replied] }, { post: clicked, wanted }) {
      // The cached post may be newer than this reply: replies to other writes are stored there too.
      const post = cachedPost(client, postId) ?? replied ?? clicked
      changeViewer(client, (viewer) => ({
        ...viewer,
        bookmarks: withRow(viewer.bookmarks, post, wanted),
      }))
      patch<Post[]>(client, BOOKMARKS, (posts) => withRow(posts, post, wanted, 'first'))
    },
    async reread(client) {
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) await rereadUser(client, viewer._id)
    },
  })
