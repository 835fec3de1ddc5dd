import type { StoredNotification } from '../../mocks/seed/data-set.ts'
import type { Dice } from '../../mocks/store/random.ts'
import type { CommentRow, PostRow } from '../../mocks/store/tables.ts'

/*
 * The notifications that the writes of generated rows would have left (`domain/notify.ts`).
 */

/** As in `domain/notify.ts`: people whom a notification remembers, and authors who are notified of the next comment. */
const REMEMBERED = 5
const MAX_COMMENTERS = 10
const NEWEST_COMMENTS = 20
const MINUTE = 60_000

type Event = { _id: string; userId: string }
type GeneratedPost = Pick<PostRow, '_id' | 'userId' | 'createdAt'>

/** That of all likes of a post, if others than its author like it. @param likedBy `_id`s, the latest last */
export function addLikes(
  dice: Dice,
  { _id: postId, userId, createdAt }: GeneratedPost,
  likedBy: readonly string[],
): StoredNotification[] {
  const others = likedBy.slice(-REMEMBERED - 1).filter((id) => id !== userId)
  const by = eventsOf(dice, others, Date.parse(createdAt) + 30 * MINUTE)
  return by[0] ? [{ _id: by[0]._id, userId, type: 'like', postId, by }] : []
}

/** That of all followers of a user, if there are any. @param time of the latest, in ms since 1970 */
export function followNotification(
  dice: Dice,
  { _id: userId }: { _id: string },
  followers: readonly string[],
  time: number,
): StoredNotification[] {
  const by = eventsOf(dice, followers, time)
  return by[0] ? [{ _id: by[0]._id, userId, type: 'follow', by }] : []
}

/** Those of the author of a post, and of those who commented before others. @param thread the oldest first */
export function addComments(
  dice: Dice,
  { _id: postId, userId: author }: GeneratedPost,
  thread: readonly CommentRow[],
): StoredNotification[] {
  const found = new Map<string, StoredNotification & { comments: string[] }>()
  for (const [n, comment] of thread.entries()) {
    const before = thread.slice(Math.max(0, n - NEWEST_COMMENTS), n).reverse()
    const commenters = [...new Set(before.map(({ userId }) => userId))].slice(0, MAX_COMMENTERS)
    for (const userId of new Set([author, ...commenters])) {
      if (userId === comment.userId) continue
      const old = found.get(userId)
      const event = { _id: dice.uuid(Date.parse(comment.createdAt)), userId: comment.userId }
      const others = old?.by.filter((one) => one.userId !== event.userId) ?? []
      found.set(userId, {
        _id: event._id,
        userId,
        type: 'comment',
        postId,
        commentId: comment._id,
        by: [event, ...others].slice(0, REMEMBERED),
        comments: [...(old?.comments ?? []), comment._id],
      })
    }
  }
  return [...found.values()]
}

/** An event of each of the last of these people, the newest first. @param time of the newest, in ms since 1970 */
function eventsOf(dice: Dice, people: readonly string[], time: number): Event[] {
  const latest = people.slice(-REMEMBERED).reverse()
  return latest.map((userId, n) => ({ _id: dice.uuid(time - n * 1_000), userId }))
}
