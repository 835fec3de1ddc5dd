import { textParts } from '../../src/contract/text-parts.ts'
import { fold } from '../../src/contract/words.ts'
import { usersNamed } from '../domain/profile.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { groupOf, type NotificationRow, type Notified, notificationsOf } from './notifications.ts'

/*
 * Who is notified of what (R17), in the transaction of the write that causes it. A replica leaves this to its club. `withdraw.ts`
 * has the opposite.
 */

/** People whom a notification remembers: replies name three, and others take the place of those who withdraw. */
export const REMEMBERED = 5
/** People whom one text notifies by naming them. */
const MAX_MENTIONS = 10
/** Comments of a post, the newest, whose authors are notified of the next one, and how many authors. */
const NEWEST_COMMENTS = 20
const MAX_COMMENTERS = 10

type Content = PostRow | CommentRow
type About = Pick<NotificationRow, 'type' | 'postId' | 'commentId'>
/** The notification of a user about something. */
const notified = (userId: string, about: About): Notified => ({ userId, group: groupOf(about) })
export const likesOf = ({ _id, userId }: PostRow) => notified(userId, { type: 'like', postId: _id })
export const followsOf = ({ _id }: UserRow) => notified(_id, { type: 'follow' })

export async function notifyOfLike(tx: Transaction, post: PostRow, by: UserRow): Promise<void> {
  await notifyOne(tx, likesOf(post), { type: 'like', postId: post._id }, by)
}

export async function notifyOfFollow(tx: Transaction, user: UserRow, by: UserRow): Promise<void> {
  await notifyOne(tx, followsOf(user), { type: 'follow' }, by)
}

/** Notifies those whom a new post names. */
export async function notifyOfPost(tx: Transaction, post: PostRow, by: UserRow): Promise<void> {
  await notifyNamed(tx, post, by, [])
}

/**
 * Notifies those whom a new comment names, and of the others the author of the post and those who commented before.
 * @param commenters the `_id`s of {@link latestCommenters}
 */
export async function notifyOfComment(
  tx: Transaction,
  { post, comment, commenters }: { post: PostRow; comment: CommentRow; commenters: string[] },
  by: UserRow,
): Promise<void> {
  const named = await notifyNamed(tx, comment, by, [])
  if (tx.origin === 'copy') return
  const informed = [by._id, ...named.map(({ userId }) => userId)]
  const others = [...new Set([post.userId, ...commenters])].filter((id) => !informed.includes(id))
  const unmuting = await whoDoNotMute(tx, others, by)
  const about: About = { type: 'comment', postId: post._id, commentId: comment._id }
  const recipients = unmuting.map((userId) => notified(userId, about))
  await notificationsOf(tx).load(recipients)
  const latest = await Promise.all(recipients.map((to) => readLatest(tx, to)))
  for (const [index, to] of recipients.entries()) {
    await addEvent(tx, to, about, by, latest[index] as Latest)
    await notificationsOf(tx).addComments(to, 1)
  }
  notificationsOf(tx).putRecipients(comment._id, [...named, ...recipients])
}

/** The authors of the newest comments on a post. Read before a transaction: comments at the same time would conflict. */
export async function latestCommenters(tx: Transaction, postId: string): Promise<string[]> {
  const post = await tx.get('posts', postId)
  const comments = post ? await newestComments(tx, post._id) : []
  return [...new Set(comments.map(({ userId }) => userId))].slice(0, MAX_COMMENTERS)
}

/**
 * Notifies those whom the text names since an edit, and withdraws from those whom it no longer names. A comment that
 * concerns them all the same is then counted as one.
 */
export async function notifyOfEdit(tx: Transaction, edited: Content, by: UserRow): Promise<void> {
  if (tx.origin === 'copy') return
  const [before = []] = await notificationsOf(tx).recipientsOf([edited._id])
  const others = before.filter(({ group }) => group !== groupOf(mentionIn(edited)))
  const named = await notifyNamed(tx, edited, by, before)
  const mentions: NotificationRow[] = []
  for (const to of before) {
    const isNamed = others.includes(to) || named.some(({ userId }) => userId === to.userId)
    const mention = isNamed ? undefined : await notificationsOf(tx).get(to)
    if (!mention) continue
    await notificationsOf(tx).remove(to)
    if (!others.some(({ userId }) => userId === to.userId)) mentions.push(mention)
  }
  const counting = 'postId' in edited ? await countUnnamed(tx, edited, mentions, by) : []
  notificationsOf(tx).putRecipients(edited._id, [...others, ...named, ...counting])
}

/**
 * Turns mentions in a comment on one's own post, or after one's own comment, into the notification of a comment. It has the
 * time of the mention: nobody is notified again.
 * @returns whom
 */
async function countUnnamed(
  tx: Transaction,
  comment: CommentRow,
  mentions: readonly NotificationRow[],
  by: UserRow,
): Promise<Notified[]> {
  const { _id: commentId, postId } = comment
  if (mentions.length === 0) return []
  const post = await tx.get('posts', postId)
  const earlier = await newestComments(tx, postId, commentId)
  const commenters = [...new Set(earlier.map(({ userId }) => userId))].slice(0, MAX_COMMENTERS)
  const concerned = [post?.userId, ...commenters]
  const userIds = mentions.map(({ userId }) => userId).filter((id) => concerned.includes(id))
  const about: About = { type: 'comment', postId, commentId }
  const counting = (await whoDoNotMute(tx, userIds, by)).map((id) => notified(id, about))
  for (const to of counting) {
    const mention = mentions.find(({ userId }) => userId === to.userId)
    const old = await notificationsOf(tx).get(to)
    const event = { _id: mention?._id ?? commentId, userId: by._id }
    const latest = [event, ...(old?.by ?? [])].sort((a, b) => (a._id < b._id ? 1 : -1))
    const ofEach = new Map(latest.toReversed().map((one) => [one.userId, one]))
    const events = latest.filter((one) => ofEach.get(one.userId) === one).slice(0, REMEMBERED)
    const _id = events[0]?._id ?? event._id
    const newest = _id === event._id ? commentId : old?.commentId
    await notificationsOf(tx).put({ ...to, ...about, commentId: newest, _id, by: events })
    await notificationsOf(tx).addComments(to, 1)
  }
  return counting
}

async function notifyOne(tx: Transaction, to: Notified, about: About, by: UserRow): Promise<void> {
  // Nobody is notified of what they do themselves.
  if (to.userId === by._id || tx.origin === 'copy') return
  const reading = [whoDoNotMute(tx, [to.userId], by), readLatest(tx, to)] as const
  const [[userId], latest] = await Promise.all(reading)
  if (userId) await addEvent(tx, to, about, by, latest)
}

/** Those of these users who do not mute somebody. A replica does not know it of all. */
async function whoDoNotMute(
  tx: Transaction,
  userIds: readonly string[],
  by: UserRow,
): Promise<string[]> {
  const users = userIds.map((_id) => ({ _id }))
  const mute = tx.origin === 'copy' ? [] : await tx.links.hasEach('muted', users, by)
  return userIds.filter((_, index) => !mute[index])
}

type Latest = { old?: NotificationRow; newest?: string; seen: string }

/** Reads all at once what the next event of a notification needs. */
async function readLatest(tx: Transaction, to: Notified): Promise<Latest> {
  const notifications = notificationsOf(tx)
  const reading = [
    notifications.get(to),
    notifications.newest(to.userId),
    notifications.lastSeen(to.userId),
  ] as const
  const [old, newest, seen] = await Promise.all(reading)
  return { old, newest, seen }
}

/**
 * Adds an event by arrival: a write that was made offline is new to others when it comes. It is later than all that the user has or
 * has seen, also when the clock was set back.
 */
async function addEvent(
  tx: Transaction,
  to: Notified,
  about: About,
  { _id: userId }: UserRow,
  { old, newest, seen }: Latest,
): Promise<void> {
  const _id = tx.clock.newUuid(newest && newest > seen ? newest : seen)
  const others = old?.by.filter((one) => one.userId !== userId) ?? []
  const by = [{ _id, userId }, ...others].slice(0, REMEMBERED)
  await notificationsOf(tx).put({ ...to, ...about, _id, by })
  notificationsOf(tx).events.push(to)
}

export async function newestComments(
  tx: Transaction,
  postId: string,
  before?: string,
): Promise<CommentRow[]> {
  return tx.listBy('comments', 'postId', postId, { limit: NEWEST_COMMENTS, before })
}

export function mentionIn(row: Content): About {
  return 'postId' in row
    ? { type: 'mention', postId: row.postId, commentId: row._id }
    : { type: 'mention', postId: row._id }
}

/**
 * Notifies those whom a text names, except its author.
 * @param before those who were notified of the text before
 * @returns all whom it names
 */
async function notifyNamed(
  tx: Transaction,
  row: Content,
  by: UserRow,
  before: readonly Notified[],
): Promise<Notified[]> {
  if (tx.origin === 'copy') return []
  const about = mentionIn(row)
  const users = (await usersIn(tx, row.content)).filter(({ _id }) => _id !== by._id)
  const ids = users.map(({ _id }) => _id)
  const named = (await whoDoNotMute(tx, ids, by)).map((_id) => notified(_id, about))
  for (const to of named) {
    const isKnown = before.some(({ userId, group }) => userId === to.userId && group === to.group)
    if (!isKnown) await addEvent(tx, to, about, by, await readLatest(tx, to))
  }
  if (named.length > 0) notificationsOf(tx).putRecipients(row._id, named)
  return named
}

/** The users whom a text names (R4.22), the first ones only. */
async function usersIn(tx: Transaction, text: string): Promise<UserRow[]> {
  const names = textParts(text).flatMap((part) => (part.type === 'name' ? [part.text] : []))
  const distinct = new Map(names.map((name) => [fold(name), name]))
  const users: UserRow[] = []
  for (const name of [...distinct.values()].slice(0, MAX_MENTIONS)) {
    users.push(...(await usersNamed(tx, name)).slice(0, 1))
  }
  return users
}
