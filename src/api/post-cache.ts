import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '../contract/entities.ts'

/** One page of a list of posts; `next` is where the next page starts, if there is one. */
export type PostPage = { posts: Post[]; next?: string }

/** Every query that holds posts has a key that starts so, and one of the shapes of `PostData`. */
export const POSTS = ['posts'] as const

type PostData = Post | Post[] | InfiniteData<PostPage>
type Change = (post: Post) => Post | undefined

/** Change a post wherever it is cached; a change to `undefined` takes it out of every list. */
export function changePost(client: QueryClient, postId: string, change: Change): void {
  client.setQueriesData<PostData>({ queryKey: POSTS }, (data) => {
    if (!data) return data
    if ('pages' in data) {
      const pages = data.pages.map((page) => ({
        ...page,
        posts: changeIn(page.posts, postId, change),
      }))
      return { ...data, pages }
    }
    if (Array.isArray(data)) return changeIn(data, postId, change)
    return data._id === postId ? (change(data) ?? data) : data
  })
}

function changeIn(posts: Post[], postId: string, change: Change): Post[] {
  if (!posts.some(({ _id }) => _id === postId)) return posts
  return posts.flatMap((post) => (post._id === postId ? (change(post) ?? []) : post))
}

/**
 * Take a post out of every list.
 * @returns what puts it back: in its places where nothing has changed since, else by asking the API
 */
export function takeOutPost(client: QueryClient, postId: string): () => void {
  const lists = withPost(client, postId)
  changePost(client, postId, () => undefined)
  const without = lists.map(([queryKey]) => client.getQueryData(queryKey))
  return () => {
    for (const [index, [queryKey, data]] of lists.entries()) {
      if (client.getQueryData(queryKey) === without[index]) client.setQueryData(queryKey, data)
      else client.invalidateQueries({ queryKey, exact: true })
    }
  }
}

/** Forget all but the first page of every list, so that asking anew is one call for each. */
export function trimPages(client: QueryClient): void {
  client.setQueriesData<PostData>({ queryKey: POSTS }, (data) => {
    if (!data || !('pages' in data) || data.pages.length < 2) return data
    return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
  })
}

/** Whether a post is cached anywhere. */
export function knowsPost(client: QueryClient, postId: string): boolean {
  return withPost(client, postId).length > 0
}

function withPost(client: QueryClient, postId: string) {
  const isIt = ({ _id }: Post) => _id === postId
  return client.getQueriesData<PostData>({ queryKey: POSTS }).filter(([, data]) => {
    if (!data) return false
    if ('pages' in data) return data.pages.some(({ posts }) => posts.some(isIt))
    return Array.isArray(data) ? data.some(isIt) : isIt(data)
  })
}

/** Put a new post first in a paged list, if that list is cached and does not have it. */
export function addFirst(client: QueryClient, queryKey: readonly unknown[], post: Post): void {
  client.setQueryData<InfiniteData<PostPage>>(queryKey, (data) => {
    if (!data) return data
    if (data.pages.some(({ posts }) => posts.some(({ _id }) => _id === post._id))) return data
    const [first, ...rest] = data.pages
    return { ...data, pages: [{ ...first, posts: [post, ...(first?.posts ?? [])] }, ...rest] }
  })
}
