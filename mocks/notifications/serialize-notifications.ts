import { MAX_UNSEEN } from '../../src/contract/max-unseen.ts'
import type { Notification } from '../../src/contract/notifications.ts'
import { present, serializeUserCopy, usersOf } from '../domain/serialize.ts'
import { timeOf } from '../store/ids.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'
import { type NotificationRow, notificationsOf } from './notifications.ts'

/** People whom a notification names. */
const NAMED = 3
/** Characters (code points) of the text. */
const TEXT = 100

/**
 * Notifications of the viewer in the form of a reply, in the order of `rows`.
 * @param muted people who are neither named nor counted (R6.7)
 */
export async function serializeNotifications(
  tx: Transaction,
  viewer: UserRow,
  rows: readonly NotificationRow[],
  muted: readonly string[],
): Promise<Notification[]> {
  const seen = await notificationsOf(tx).lastSeen(viewer._id)
  const named = rows.map(({ by }) => {
    const userIds = by.map(({ userId }) => userId)
    return userIds.filter((_id) => !muted.includes(_id)).slice(0, NAMED)
  })
  const people = await usersOf(tx, named.flat())
  const counts = await countsOf(tx, viewer, rows, muted)
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
  muted: readonly string[],
): Promise<number[]> {
  const liked = rows.flatMap(({ type, postId: _id }) => (type === 'like' && _id ? [{ _id }] : []))
  const [likes, comments, [followers = 0], likers, [following = []]] = [
    await tx.links.count('likedBy', liked),
    await notificationsOf(tx).countComments(rows),
    await tx.links.count('followers', [viewer]),
    await tx.links.containedEach('likedBy', liked, [viewer._id, ...muted]),
    await tx.links.containedEach('followers', [viewer], muted),
  ]
  const people = new Map(
    liked.map(({ _id }, index) => [_id, { count: likes[index] ?? 0, hidden: likers[index] ?? [] }]),
  )
  return rows.map(({ type, postId = '', by, hidden: more = 0 }, index) => {
    const named = by.flatMap(({ userId }) => (muted.includes(userId) ? userId : []))
    const shown = ({ count, hidden } = { count: 0, hidden: [] as string[] }) =>
      count - new Set([...hidden, ...named]).size - more
    const counts = {
      like: shown(people.get(postId)),
      comment: comments[index] ?? 1,
      follow: shown({ count: followers, hidden: following }),
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

/** Notifications without those by people alone who were muted after them (R6.7). */
export function withoutMuted(
  rows: readonly NotificationRow[],
  muted: readonly string[],
): NotificationRow[] {
  return rows.filter(({ by }) => by.some(({ userId }) => !muted.includes(userId)))
}

/** How many notifications of a user are unseen, at most `MAX_UNSEEN`. */
export async function countUnseen(tx: Transaction, user: UserRow): Promise<number> {
  const muted = await tx.links.list('muted', user)
  if (muted.length === 0) return notificationsOf(tx).countUnseen(user._id, MAX_UNSEEN)
  const seen = await notificationsOf(tx).lastSeen(user._id)
  const rows = await notificationsOf(tx).list(user._id, { limit: MAX_UNSEEN })
  return withoutMuted(rows, muted).filter(({ _id }) => _id > seen).length
}
