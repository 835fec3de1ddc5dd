import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { call, callAgain, send, type ViewedReply } from '../client/call.ts'
import type { HttpResponse } from '../client/http.ts'
import type { ViewedPost } from '../contract/viewed.ts'
import { viewerQuery } from './auth.ts'
import { addInOrder, addOnTop, changePost, hasPlace, removePost, trimPages } from './cached-rows.ts'
import type { Outgoing } from './drafts/draft.ts'
import { moveDrafts } from './drafts/move-drafts.ts'
import { draftKept, optimisticWrite } from './optimistic-write.ts'
import { paged, pageQuery, readPage } from './pages.ts'
import type { PendingWrite } from './pending-writes.ts'
import { FEED, FOLLOWING_FEED, FOUND, ONE_POST, type Page, POSTS, POSTS_OF } from './query-keys.ts'
import { rereadPost } from './reread.ts'

const PAGE_SIZE = 20

type ReadPage = (page: Record<string, string>, signal?: AbortSignal) => Promise<Page<ViewedPost>>

const readFeed: ReadPage = (query, signal) => postsPage(send('GET /api/posts', { query, signal }))
const readFollowingFeed: ReadPage = (query, signal) =>
  postsPage(send('GET /api/posts/following', { query, signal }))
const readPostsOf =
  (username: string): ReadPage =>
  (query, signal) =>
    postsPage(send('GET /api/posts/user/:username', { params: { username }, query, signal }))

/** Every post, newest first, by pages. */
export const feedQuery = infiniteQueryOptions({
  ...paged,
  queryKey: FEED,
  queryFn: ({ pageParam, signal }) => readFeed(pageQuery(pageParam, PAGE_SIZE), signal),
})

/** The posts of the viewer and of those whom they follow, newest first, by pages. */
export const followingFeedQuery = infiniteQueryOptions({
  ...paged,
  queryKey: FOLLOWING_FEED,
  queryFn: ({ pageParam, signal }) => readFollowingFeed(pageQuery(pageParam, PAGE_SIZE), signal),
})

/** The posts with this text in username or content, newest first, by pages. */
export const foundPostsQuery = (text: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...FOUND, text],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...pageQuery(pageParam, PAGE_SIZE), search: text }
      return postsPage(send('GET /api/posts', { query, signal }))
    },
  })

/** The posts of one user, newest first, by pages. */
export const userPostsQuery = (username: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...POSTS_OF, username],
    queryFn: ({ pageParam, signal }) =>
      readPostsOf(username)(pageQuery(pageParam, PAGE_SIZE), signal),
  })

/** @param postId `_id` or `id` */
export const postQuery = (postId: string) =>
  queryOptions({
    queryKey: [...ONE_POST, postId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/posts/:postId', { params: { postId }, signal })).post,
  })

export const writePost = mutationOptions({
  mutationKey: ['posts', 'write'],
  mutationFn: ({ key, ...body }: Omit<Outgoing, 'key'> & { key?: string }) =>
    callAgain('POST /api/posts', { body, key }),
  onSuccess: ({ posts: [post] }, _body, _result, { client }) => {
    if (!post) return
    addToLists(client, post)
    // Only the API knows which searches find it.
    client.removeQueries({ queryKey: FOUND })
  },
})

type Like = PendingWrite & { type: 'like' }

/** Like or un-like a post. */
export const setLike = (postId: string) =>
  optimisticWrite<Like, ViewedReply<'POST /api/posts/like/:postId'>>({
    row: `post/${postId}`,
    send: ({ wanted }) =>
      call(wanted ? 'POST /api/posts/like/:postId' : 'POST /api/posts/dislike/:postId', {
        params: { postId },
      }),
    store: (client, { posts: [post] }) => post && storeReply(client, post),
    reread: (client) => rereadPost(client, postId),
  })

/** Bookmarks and follows do not wait for the writes of a post: theirs may be newer than this reply. */
function storeReply(client: QueryClient, post: ViewedPost): void {
  changePost(client, post._id, ({ bookmarkedBy, followedBy }) => ({
    ...post,
    bookmarkedBy,
    followedBy,
  }))
}

type Edit = PendingWrite & { type: 'editPost' }

/** Change a post's text, and its pictures if it has `images`. */
export const editPost = (postId: string) => ({
  ...optimisticWrite<Edit, ViewedReply<'POST /api/posts/edit/:postId'>>({
    row: `post/${postId}`,
    send: ({ content, images }) =>
      call('POST /api/posts/edit/:postId', { params: { postId }, body: { content, images } }),
    store: (client, { posts: [edited] }) => edited && storeReply(client, edited),
    reread: (client) => rereadPost(client, postId),
  }),
  meta: { failed: draftKept(postId) },
})

type Deletion = PendingWrite & { type: 'deletePost' }

/** Delete a post. */
export const deletePost = (postId: string) =>
  optimisticWrite<Deletion, unknown>({
    row: `post/${postId}`,
    send: () => call('DELETE /api/posts/:postId', { params: { postId } }),
    store: (client) => {
      moveDrafts(client.getQueryData(viewerQuery.queryKey)?._id ?? '', [`comment/${postId}`])
      removePost(client, postId)
    },
    reread: (client) => rereadPost(client, postId),
  })

/**
 * Posts from other tabs, newest first, that wait behind a button: added to the feed at once, they would
 * move the text that the user is reading.
 */
export const queuedPostsQuery = queryOptions({
  queryKey: [...POSTS, 'queued'],
  queryFn: (): ViewedPost[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Queue posts. In an empty list, where no text can move, they are shown at once. Posts of a burst arrive in any order. */
export function queuePosts(client: QueryClient, posts: readonly ViewedPost[]): void {
  const ids = new Set(posts.map(({ _id }) => _id))
  client.setQueryData(queuedPostsQuery.queryKey, (old = []) =>
    [...posts, ...old.filter(({ _id }) => !ids.has(_id))].sort((a, b) => (a._id < b._id ? 1 : -1)),
  )
  const toShow = posts.flatMap((post) =>
    listsOf(client, post)
      .filter((list) => isEmpty(client, list))
      .map((list) => ({ list, post })),
  )
  for (const { list, post } of toShow) addInOrder(client, list, post)
}

function isEmpty(client: QueryClient, list: QueryKey): boolean {
  const data = client.getQueryData<InfiniteData<Page<ViewedPost>>>(list)
  return data?.pages.every(({ rows }) => rows.length === 0) ?? false
}

/** A list of posts whose new ones are queued. */
export type PostList = {
  queryKey: QueryKey
  /** Reads the posts before the one with this `_id`, or the first ones. */
  read: (before: string, limit: number) => Promise<Page<ViewedPost>>
}

/** The lists whose new posts are queued, as long as somebody can return to the place where they were read. */
export function listsWithQueue(client: QueryClient): PostList[] {
  const ofUsers = client.getQueryCache().findAll({ queryKey: POSTS_OF, type: 'active' })
  const readers: [QueryKey, ReadPage][] = [
    [FEED, readFeed],
    [FOLLOWING_FEED, readFollowingFeed],
    ...ofUsers.map(({ queryKey }): [QueryKey, ReadPage] => [
      queryKey,
      readPostsOf(String(queryKey.at(-1))),
    ]),
  ]
  return readers.map(([queryKey, read]) => ({
    queryKey,
    read: (before, limit) => read(pageQuery(before, limit)),
  }))
}

/** More posts are not added to a list one by one: it is read again from the top. */
export const MAX_QUEUED = 300

/** Move the queued posts into the lists that they belong to: those that arrived late to the top, until they are reread. */
export function showQueuedPosts(client: QueryClient): void {
  const posts = client.getQueryData(queuedPostsQuery.queryKey) ?? []
  client.setQueryData(queuedPostsQuery.queryKey, [])
  if (posts.length >= MAX_QUEUED) {
    readFromTop(client)
    return
  }
  for (const post of posts.toReversed()) {
    for (const list of listsOf(client, post)) {
      if (post.arrivedAt || !hasPlace(client, list, post)) addOnTop(client, list, post)
      else addInOrder(client, list, post)
    }
  }
}

function readFromTop(client: QueryClient): void {
  for (const { queryKey } of listsWithQueue(client)) {
    trimPages(client, queryKey)
    client.invalidateQueries({ queryKey, exact: true })
  }
}

function addToLists(client: QueryClient, post: ViewedPost): void {
  for (const list of listsOf(client, post)) addInOrder(client, list, post)
}

/** The keys of the lists that a new post belongs to. */
function listsOf(client: QueryClient, post: ViewedPost): QueryKey[] {
  const viewer = client.getQueryData(viewerQuery.queryKey)
  return [
    FEED,
    userPostsQuery(post.username).queryKey,
    ...(viewer && isInFollowingFeed(post, viewer) ? [FOLLOWING_FEED] : []),
  ]
}

/** Whether the viewer wrote the post or follows its author. */
export function isInFollowingFeed(post: ViewedPost, viewer: { _id: string }): boolean {
  return post.userId === viewer._id || post.followedBy.length > 0
}

async function postsPage(
  reading: Promise<HttpResponse<{ posts: ViewedPost[] }>>,
): Promise<Page<ViewedPost>> {
  const response = await reading
  return readPage(response.data.posts, response)
}
