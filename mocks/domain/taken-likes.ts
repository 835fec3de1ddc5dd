import type { PostRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'

/** The likes that dislikes can have taken away (R4.7): each at most once, and without a dislike not all of them. */
export function mostTaken(likes: number, dislikes: number): number {
  return dislikes ? likes : Math.max(likes - 1, 0)
}

/** Lowers `takenLikes` of a post whose likes or dislikes have gone, so that its count fits those that are left. */
export async function fitTakenLikes(tx: Transaction, post: PostRow): Promise<void> {
  if (post.takenLikes === 0) return
  const [likes = 0] = await tx.links.count('likedBy', [post])
  const { length } = await tx.links.list('dislikedBy', post)
  // Data of version 3 may have had no number.
  const takenLikes = Math.max(Math.min(post.takenLikes || 0, mostTaken(likes, length)), 0)
  if (takenLikes !== post.takenLikes) await tx.put('posts', { ...post, takenLikes })
}
