import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '../contract/entities.ts'
import { patch } from './patch.ts'
import { cachedPost, changePost } from './post-cache.ts'

/** Every query that holds comments has a key that starts so, followed by the post's `_id`. */
export const COMMENTS = ['comments'] as const

/** Change one comment on a post wherever it is cached. */
export function changeComment(
  client: QueryClient,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
): void {
  changeComments(client, postId, (old) =>
    old.map((comment) => (comment._id === commentId ? change(comment) : comment)),
  )
}

/** Change the list of a post's comments, and with it the post's own copy, which gives the count. */
export function changeComments(
  client: QueryClient,
  postId: string,
  change: (comments: Comment[]) => Comment[],
): void {
  patch(client, [...COMMENTS, postId], change)
  changePost(client, postId, (post) => ({ ...post, comments: change(post.comments) }))
}

/** The comments on a post as they were answered last: by their own query, or with the post. */
export function cachedComments(client: QueryClient, postId: string): Comment[] | undefined {
  return (
    client.getQueryData<Comment[]>([...COMMENTS, postId]) ?? cachedPost(client, postId)?.comments
  )
}
