import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, send, type ViewedReply } from '../client/call.ts'
import { viewerQuery } from './auth.ts'
import { addOnTop, cachedPost, changePost, removeFrom } from './cached-rows.ts'
import { optimisticWrite } from './optimistic-write.ts'
import { paged, pageQuery, readPage } from './pages.ts'
import { type PendingWrite, withBookmark } from './pending-writes.ts'
import { BOOKMARKS } from './query-keys.ts'
import { rereadPost } from './reread.ts'

const PAGE_SIZE = 20

/** The posts that the viewer bookmarked, the newest bookmark first, by pages. */
export const bookmarksQuery = infiniteQueryOptions({
  ...paged,
  queryKey: BOOKMARKS,
  queryFn: async ({ pageParam, signal }) => {
    const query = pageQuery(pageParam, PAGE_SIZE)
    const response = await send('GET /api/users/bookmark', { query, signal })
    return readPage(response.data.bookmarks, response)
  },
})

type Bookmark = PendingWrite & { type: 'bookmark' }

/** Add a bookmark or remove it. */
export const setBookmark = (postId: string) =>
  optimisticWrite<Bookmark, ViewedReply<'POST /api/users/bookmark/:postId'>>({
    // One row for all, because their order matters.
    row: 'bookmarks',
    send: ({ wanted }) =>
      call(
        wanted ? 'POST /api/users/bookmark/:postId' : 'POST /api/users/remove-bookmark/:postId',
        { params: { postId } },
      ),
    store(client, { bookmarks: [replied] }, { post: clicked, wanted }) {
      const viewer = client.getQueryData(viewerQuery.queryKey)
      // The cached post may be newer than this reply: replies to other writes are stored there too.
      const post = cachedPost(client, postId) ?? replied ?? clicked
      if (!viewer) return
      const marked = withBookmark(post, viewer, wanted)
      changePost(client, postId, () => marked)
      if (wanted) addOnTop(client, BOOKMARKS, marked)
      else removeFrom(client, BOOKMARKS, postId)
    },
    reread: (client) => rereadPost(client, postId),
  })
