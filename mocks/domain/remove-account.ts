import { apiErrors } from '../../src/contract/errors.ts'
import { FORMER_MEMBER } from '../../src/contract/former-member.ts'
import { ApiError } from '../api-error.ts'
import { notificationsOf } from '../notifications/notifications.ts'
import { withdrawFollow, withdrawLike } from '../notifications/withdraw.ts'
import type { RemovedAccount } from '../store/expiry.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { putAccountState, readAccountState } from './account-state.ts'
import { removeKeys } from './device-keys.ts'
import { formerUsername } from './former-member.ts'
import { isGuest } from './guest.ts'
import { removeUnusedPictures } from './kept-pictures.ts'
import { newUser } from './new-user.ts'
import { removeComment, removePost } from './remove-content.ts'
import { fitTakenLikes } from './taken-likes.ts'
import { withNoSession } from './token.ts'

/** Rows that one step looks at, at most. A crowd makes many steps, not long ones. */
const STEP = 50

/**
 * Begins to remove an account: its sessions end, its profile is gone, and what it wrote has no name. The caller does the
 * steps, or queues them: a large club has too many rows for one transaction.
 * @param keepPosts leaves posts, comments, likes and votes
 * @throws ApiError 400 for the guest and the last account
 */
export async function beginRemoval(
  tx: Transaction,
  user: UserRow,
  { keepPosts }: { keepPosts: boolean },
): Promise<RemovedAccount> {
  if (isGuest(user)) throw new ApiError(apiErrors.guestStays)
  if ((await tx.list('users', { limit: 2 })).length < 2) throw new ApiError(apiErrors.lastAccount)
  const { _id, id, createdAt } = user
  const username = await formerUsername(tx, user)
  const blank = newUser({ username, firstName: FORMER_MEMBER, password: '', createdAt })
  await tx.put('users', withNoSession({ ...blank, _id, id }))
  putAccountState(tx, user, { isRemoved: true })
  removeKeys(tx, user)
  await removeUnusedPictures(tx, user)
  return { kind: 'account', id: _id, keepPosts, stage: 'posts' }
}

/** Does a step of a removal. @returns the next one, or `undefined` at the end */
export async function continueRemoval(
  tx: Transaction,
  removal: RemovedAccount,
): Promise<RemovedAccount | undefined> {
  const user = await tx.get('users', removal.id)
  const { isRemoved } = await readAccountState(tx, { _id: removal.id })
  if (!user || !isRemoved) return undefined
  const { stage, before } = removal
  if (stage === 'posts') {
    const posts = await tx.list('posts', { before, limit: STEP })
    for (const post of posts) await leavePost(tx, post, user, removal)
    const last = posts.at(-1)
    return last
      ? { ...removal, before: last._id }
      : { ...removal, stage: 'users', before: undefined }
  }
  if (stage === 'users') {
    const users = await tx.list('users', { before, limit: STEP })
    await leaveUsers(tx, users, user)
    const last = users.at(-1)
    return last
      ? { ...removal, before: last._id }
      : { ...removal, stage: 'notifications', before: undefined }
  }
  const notifications = await notificationsOf(tx).list(user._id, { limit: STEP })
  for (const one of notifications) {
    await notificationsOf(tx).remove(one)
    notificationsOf(tx).clearComments(one)
  }
  if (notifications.length > 0) return removal
  notificationsOf(tx).putLastSeen(user._id, undefined)
  putAccountState(tx, user, {})
  if (!removal.keepPosts) await tx.remove('users', user)
  return undefined
}

/** Removes what a user has done with a post. */
async function leavePost(
  tx: Transaction,
  post: PostRow,
  user: UserRow,
  { keepPosts }: RemovedAccount,
): Promise<void> {
  await tx.links.remove('bookmarks', user, post)
  const comments = await tx.listBy('comments', 'postId', post._id)
  await forgetNotified(tx, [post, ...comments], user)
  if (keepPosts) return
  if (post.userId === user._id) return removePost(tx, post)
  if (await tx.links.has('likedBy', post, user)) {
    await tx.links.remove('likedBy', post, user)
    await withdrawLike(tx, post, user)
  }
  await tx.links.remove('dislikedBy', post, user)
  await fitTakenLikes(tx, post)
  for (const list of ['upvotedBy', 'downvotedBy'] as const) {
    const voted = await tx.links.hasEach(list, comments, user)
    const rows = comments.filter((_, index) => voted[index])
    for (const comment of rows) await tx.links.remove(list, comment, user)
  }
  const own = comments.filter((comment: CommentRow) => comment.userId === user._id)
  for (const comment of own) await removeComment(tx, comment)
}

/** Takes a user from those whom these texts have notified. */
async function forgetNotified(
  tx: Transaction,
  texts: readonly { _id: string }[],
  user: UserRow,
): Promise<void> {
  const ids = texts.map(({ _id }) => _id)
  for (const [index, recipients] of (await notificationsOf(tx).recipientsOf(ids)).entries()) {
    const others = recipients.filter(({ userId }) => userId !== user._id)
    const isNamed = others.length < recipients.length
    if (isNamed) notificationsOf(tx).putRecipients(ids[index] ?? '', others)
  }
}

/** Ends the follows and mutes between a user and these others. */
async function leaveUsers(
  tx: Transaction,
  others: readonly UserRow[],
  user: UserRow,
): Promise<void> {
  for (const list of ['followers', 'following', 'muted'] as const) {
    const named = await tx.links.hasEach(list, others, user)
    for (const other of others.filter((_, index) => named[index])) {
      await tx.links.remove(list, other, user)
      if (list === 'followers') await withdrawFollow(tx, other, user)
    }
  }
  const muted = await tx.links.contained(
    'muted',
    user,
    others.map(({ _id }) => _id),
  )
  for (const _id of muted) await tx.links.remove('muted', user, { _id })
}
