import type { CommentRow, PostRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { removeUnusedPictures } from './kept-pictures.ts'
import { withdrawComment, withdrawPost } from './notify.ts'
import { reserveId } from './reserve-id.ts'

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
