import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Post } from '../contract/entities.ts'
import { addFirst, POSTS } from './post-cache.ts'
import { feedQuery, userPostsQuery } from './posts.ts'

/**
 * Posts written elsewhere, newest first, that wait until the reader wants them: put into a list at
 * once they would push away what is being read.
 */
export const queuedPostsQuery = queryOptions({
  queryKey: [...POSTS, 'queued'],
  queryFn: (): Post[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export function queuePost(client: QueryClient, post: Post): void {
  client.setQueryData(queuedPostsQuery.queryKey, (posts = []) => [
    post,
    ...posts.filter(({ _id }) => _id !== post._id),
  ])
}

/** Put the posts that wait into every list that they belong to. */
export function showQueuedPosts(client: QueryClient): void {
  const posts = client.getQueryData(queuedPostsQuery.queryKey) ?? []
  for (const post of posts.toReversed()) {
    addFirst(client, feedQuery.queryKey, post)
    addFirst(client, userPostsQuery(post.username).queryKey, post)
  }
  client.setQueryData(queuedPostsQuery.queryKey, [])
}
