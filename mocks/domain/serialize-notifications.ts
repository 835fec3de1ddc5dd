import type { Notification } from '../../src/contract/notifications.ts'
import { timeOf } from '../data/ids.ts'
import type { NotificationRow } from '../data/notifications.ts'
import type { CommentRow, PostRow, UserRow } from '../data/tables.ts'
import { timestamp } from '../data/timestamp.ts'
import type { Transaction } from '../data/transaction.ts'
import { present, serializeUserCopy, usersOf } from './serialize.ts'

/** People whom a notification names. */
const NAMED = 3
/** Characters (code points) of the text. */
const TEXT = 100

/** Notifications of the viewer in the form of a reply, in the order of `rows`. */
export async function serializeNotifications(
  tx: Transaction,
  viewer: UserRow,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const seen = await tx.notifications.lastSeen(viewer._id)
  const named = rows.map(({ by }) => by.slice(0, NAMED).map(({ userId }) => userId))
  const people = await usersOf(tx, named.flat())
  const counts = await countsOf(tx, viewer, rows)
  const contents = await contentsOf(tx, rows)
  return rows.map(({ _id, type, postId, commentId }, index) => {
    const post = postId ? contents.get(postId) : undefined
    const about = type === 'mention' && commentId ? contents.get(commentId) : post
    return {
      _id,
      type,
      by: present(named[index] ?? [], people).map(serializeUserCopy),
      count: counts[index] ?? 1,
      postId,
      commentId,
      text: about && beginningOf(about.content),
      isOwnPost: post && post.userId === viewer._id,
      createdAt: timestamp(timeOf(_id) ?? 0),
      isSeen: _id <= seen,
    }
  })
}

/** How many people or comments each notification stands for. */
async function countsOf(
  tx: Transaction,
  viewer: UserRow,
  rows: readonly NotificationRow[],
): Promise<number[]> {
  const liked = rows.flatMap(({ type, postId: _id }) => (type === 'like' && _id ? [{ _id }] : []))
  const [likes, own, comments, [followers = 0] = []] = [
    await tx.links.count('likedBy', liked),
    await tx.links.hasEach('likedBy', liked, viewer),
    await tx.notifications.countComments(rows),
    await tx.links.count('followers', [viewer]),
  ]
  const likesOf = new Map(
    liked.map(({ _id }, index) => [_id, (likes[index] ?? 0) - Number(own[index])]),
  )
  return rows.map(({ type, postId = '', by }, index) => {
    const counts = {
      like: likesOf.get(postId) ?? 1,
      comment: comments[index] ?? 1,
      follow: followers,
      mention: 1,
    }
    return Math.max(counts[type], Math.min(by.length, 1))
  })
}

/** The posts of notifications, and the comments with mentions, by `_id`. */
async function contentsOf(
  tx: Transaction,
  rows: readonly NotificationRow[],
): Promise<Map<string, PostRow | CommentRow>> {
  const posts = rows.flatMap(({ postId }) => postId ?? [])
  const comments = rows.flatMap(({ type, commentId }) => (type === 'mention' && commentId) || [])
  const contents = [
    ...(await tx.getMany('posts', [...new Set(posts)])),
    ...(await tx.getMany('comments', comments)),
  ]
  return new Map(contents.map((content) => [content._id, content]))
}

function beginningOf(text: string): string | undefined {
  // A code point has at most two units.
  return [...text.slice(0, 2 * TEXT)].slice(0, TEXT).join('') || undefined
}
