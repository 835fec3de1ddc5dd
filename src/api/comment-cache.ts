import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '../contract/entities.ts'
import { changePost } from './post-cache.ts'

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
  client.setQueryData<Comment[]>([...COMMENTS, postId], (old) => old && change(old))
  changePost(client, postId, (post) => ({ ...post, comments: change(post.comments) }))
}

/**
 * Take a comment out of the list on its post.
 * @returns what puts it back in its place, among what has come since
 */
export function takeOutComment(client: QueryClient, postId: string, commentId: string): () => void {
  const list = client.getQueryData<Comment[]>([...COMMENTS, postId]) ?? []
  const at = list.findIndex(({ _id }) => _id === commentId)
  const [comment, next] = at < 0 ? [] : list.slice(at, at + 2)
  changeComments(client, postId, (old) => old.filter(({ _id }) => _id !== commentId))
  return () =>
    changeComments(client, postId, (old) => {
      if (!comment || old.some(({ _id }) => _id === commentId)) return old
      const place = old.findIndex(({ _id }) => _id === next?._id)
      return old.toSpliced(place < 0 ? old.length : place, 0, comment)
    })
}
