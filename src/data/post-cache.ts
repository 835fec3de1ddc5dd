import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '../contract/entities.ts'
import { patch } from './patch.ts'
import { changeViewer } from './user-cache.ts'

/** One page of a list of posts; `next` is where the next page starts, if there is one. */
export type PostPage = { posts: Post[]; next?: string }

/** Every query that holds posts has a key that starts so, and one of the shapes of `PostData`. */
export const POSTS = ['posts'] as const

/** All posts by pages, newest first. */
export const FEED: string[] = [...POSTS, 'feed']
/** Followed by the post's `_id`. */
export const ONE_POST = [...POSTS, 'one'] as const
/** The viewer's bookmarked posts. */
export const BOOKMARKS = [...POSTS, 'bookmarks'] as const

type PostData = Post | Post[] | InfiniteData<PostPage>
type Change = (post: Post) => Post | undefined

/** Change a post wherever it is cached; a change to `undefined` takes it out of every list. */
export function changePost(client: QueryClient, postId: string, change: Change): void {
  patch<PostData>(client, POSTS, (data) => {
    if ('pages' in data) {
      const pages = data.pages.map((page) => {
        const posts = changeIn(page.posts, postId, change)
        return posts === page.posts ? page : { ...page, posts }
      })
      return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data
    }
    if (Array.isArray(data)) return changeIn(data, postId, change)
    return data._id === postId ? (change(data) ?? data) : data
  })
}

function changeIn(posts: Post[], postId: string, change: Change): Post[] {
  if (!posts.some(({ _id }) => _id === postId)) return posts
  return posts.flatMap((post) => (post._id === postId ? (change(post) ?? []) : post))
}

/** Remove a post that is deleted from every list. Its own screen, if it is open, removes it when it is left. */
export function removePost(client: QueryClient, postId: string): void {
  changePost(client, postId, () => undefined)
  changeViewer(client, (viewer) => ({
    ...viewer,
    bookmarks: viewer.bookmarks.filter(({ _id }) => _id !== postId),
  }))
  client.removeQueries({ queryKey: [...ONE_POST, postId], type: 'inactive' })
}

/** Forget all but the first page of every list, so that asking anew is one call for each. */
export function trimPages(client: QueryClient): void {
  patch<PostData>(client, POSTS, (data) => {
    if (!('pages' in data) || data.pages.length < 2) return data
    return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
  })
}

/** The last answer that has the post, if any. */
export function cachedPost(client: QueryClient, postId: string): Post | undefined {
  for (const [, data] of client.getQueriesData<PostData>({ queryKey: POSTS })) {
    const post = data && postsIn(data).find(({ _id }) => _id === postId)
    if (post) return post
  }
  return undefined
}

function postsIn(data: PostData): Post[] {
  if ('pages' in data) return data.pages.flatMap(({ posts }) => posts)
  return Array.isArray(data) ? data : [data]
}

/** Put a new post first in a paged list, if that list is cached and does not have it. */
export function addFirst(client: QueryClient, queryKey: readonly unknown[], post: Post): void {
  patch<InfiniteData<PostPage>>(client, queryKey, (data) => {
    if (data.pages.some(({ posts }) => posts.some(({ _id }) => _id === post._id))) return data
    const [first, ...rest] = data.pages
    return { ...data, pages: [{ ...first, posts: [post, ...(first?.posts ?? [])] }, ...rest] }
  })
}
