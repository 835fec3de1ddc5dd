import { withdrawComment, withdrawPost } from '../notifications/withdraw.ts'
import { expireLater } from '../store/expiry.ts'
import type { CommentRow, PostRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { removeUnusedPictures } from './kept-pictures.ts'

/** Removes a post, its comments, and every vote, bookmark and notification of it. */
export async function removePost(tx: Transaction, post: PostRow): Promise<void> {
  await tx.remove('posts', post)
  await reserveId(tx, post)
  await removeUnusedPictures(tx, post)
  const comments = await tx.listBy('comments', 'postId', post._id)
  await withdrawPost(tx, post, comments)
  for (const comment of comments) await removeWithVotes(tx, comment)
  await tx.links.removeAll(['likedBy', 'dislikedBy', 'bookmarkedBy'], post)
}

/** Removes a comment with its votes and notifications, and the pictures that only it shows. */
export async function removeComment(tx: Transaction, comment: CommentRow): Promise<void> {
  await removeWithVotes(tx, comment)
  await withdrawComment(tx, comment)
}

async function removeWithVotes(tx: Transaction, comment: CommentRow): Promise<void> {
  await tx.remove('comments', comment)
  await reserveId(tx, comment)
  await tx.links.removeAll(['upvotedBy', 'downvotedBy'], comment)
  await removeUnusedPictures(tx, comment)
}

/**
 * Keeps the `_id` of a removed row from naming a new one (decision 067), which would appear wherever the old one was
 * linked. A record without a user belongs to no request.
 */
async function reserveId(tx: Transaction, { _id }: { _id: string }): Promise<void> {
  // On a device nobody else writes, and a replica does as its club does.
  if (tx.origin !== 'late' || (await tx.getEntry('idempotency', _id))) return
  tx.putEntry('idempotency', _id, { hash: '', userId: undefined, result: undefined })
  expireLater(tx, { kind: 'idempotency', id: _id })
}
