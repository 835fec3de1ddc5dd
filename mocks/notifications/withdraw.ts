import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { groupOf, type Notified, notificationsOf } from './notifications.ts'
import { followsOf, likesOf, mentionIn, newestComments, REMEMBERED } from './notify.ts'

export async function withdrawLike(tx: Transaction, post: PostRow, by: UserRow): Promise<void> {
  await withdraw(tx, likesOf(post), by, async () => {
    // A page still has the removed link.
    const { ids } = await tx.links.page('likedBy', post, { limit: 3 })
    return ids.find((id) => id !== post.userId && id !== by._id)
  })
}

export async function withdrawFollow(tx: Transaction, user: UserRow, by: UserRow): Promise<void> {
  await withdraw(tx, followsOf(user), by, async () => {
    const { ids } = await tx.links.page('followers', user, { limit: 2 })
    return ids.find((id) => id !== by._id)
  })
}

/** Withdraws the notifications of a removed comment. */
export async function withdrawComment(tx: Transaction, comment: CommentRow): Promise<void> {
  if (tx.origin === 'copy') return
  const [recipients = []] = await notificationsOf(tx).recipientsOf([comment._id])
  await notificationsOf(tx).load(recipients)
  for (const to of recipients) {
    if (to.group === groupOf(mentionIn(comment))) await notificationsOf(tx).remove(to)
    else await withdrawOneComment(tx, to, comment)
  }
  notificationsOf(tx).putRecipients(comment._id, [])
}

/** Withdraws all notifications of a removed post and its comments. */
export async function withdrawPost(
  tx: Transaction,
  post: PostRow,
  comments: readonly CommentRow[],
): Promise<void> {
  if (tx.origin === 'copy') return withdrawCopies(tx, post)
  const texts = [post, ...comments].map(({ _id }) => _id)
  const all = [likesOf(post), ...(await notificationsOf(tx).recipientsOf(texts)).flat()]
  const distinct = new Map(all.map((to) => [`${to.userId}/${to.group}`, to]))
  await notificationsOf(tx).load([...distinct.values()])
  for (const to of distinct.values()) {
    await notificationsOf(tx).remove(to)
    if (to.group.startsWith('comment-')) notificationsOf(tx).clearComments(to)
  }
  for (const _id of texts) notificationsOf(tx).putRecipients(_id, [])
}

/** A replica does not know whom a text has notified, but it has few notifications. Without a network they would lead nowhere. */
async function withdrawCopies(tx: Transaction, post: PostRow): Promise<void> {
  for (const row of await notificationsOf(tx).listAll()) {
    if (row.postId !== post._id) continue
    await notificationsOf(tx).remove(row)
    notificationsOf(tx).clearComments(row)
  }
}

/** @param another finds the `_id` of another user who did the same */
async function withdraw(
  tx: Transaction,
  from: Notified,
  { _id: userId }: UserRow,
  another: () => Promise<string | undefined>,
): Promise<void> {
  const old = tx.origin === 'copy' ? undefined : await notificationsOf(tx).get(from)
  if (!old) return
  const left = old.by.filter((event) => event.userId !== userId)
  const other = left.length > 0 ? undefined : await another()
  const by = other ? [{ _id: old._id, userId: other }] : left
  const [latest] = by
  if (latest) await notificationsOf(tx).put({ ...old, _id: latest._id, by })
  else await notificationsOf(tx).remove(from)
}

async function withdrawOneComment(
  tx: Transaction,
  from: Notified,
  comment: CommentRow,
): Promise<void> {
  await notificationsOf(tx).addComments(from, -1)
  const old = await notificationsOf(tx).get(from)
  const [count = 0] = await notificationsOf(tx).countComments([from])
  if (!old || count <= 0) return notificationsOf(tx).remove(from)
  const left = (await newestComments(tx, comment.postId))
    .filter(({ userId }) => userId !== from.userId)
    .slice(0, count)
  const events = left.map(({ _id, userId }) => ({
    _id: old.by.find((event) => event.userId === userId && userId !== comment.userId)?._id ?? _id,
    userId,
  }))
  const ofEach = [...Map.groupBy(events, ({ userId }) => userId).values()].map(([latest]) => latest)
  const by = ofEach.filter((event) => event !== undefined).slice(0, REMEMBERED)
  const [latest] = by
  // Without one, the others are older than those that were read.
  if (latest)
    await notificationsOf(tx).put({ ...old, _id: latest._id, by, commentId: left[0]?._id })
  else await notificationsOf(tx).put({ ...old, commentId: undefined })
}
