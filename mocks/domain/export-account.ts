import type { AccountExport } from '../../src/contract/account.ts'
import { extraFields } from '../../src/contract/auth.ts'
import { notificationsOf } from '../notifications/notifications.ts'
import { serializeNotifications } from '../notifications/serialize-notifications.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'
import { readKeys } from './device-keys.ts'
import { countLikes, serializeContent, serializeUserCopy, usersOf } from './serialize.ts'

/** Posts that are looked at between two pauses. */
const STEP = 50

type Found = Pick<
  AccountExport,
  'likedPosts' | 'dislikedPosts' | 'upvotedComments' | 'downvotedComments'
> & {
  posts: PostRow[]
  comments: CommentRow[]
}

/**
 * Everything about an account, in the form of a reply. Reads all posts and comments, because only those that a user has
 * liked are listed with the user; other requests run in between.
 */
export async function exportAccount(tx: Transaction, user: UserRow): Promise<AccountExport> {
  const found = await findContent(tx, user)
  const authors = await usersOf(tx, [user._id])
  const likeCounts = await countLikes(tx, found.posts)
  const people = async (list: 'following' | 'followers' | 'muted') =>
    (await tx.getMany('users', await tx.links.list(list, user))).map(serializeUserCopy)
  const { likedPosts, dislikedPosts, upvotedComments, downvotedComments } = found
  return {
    profile: { ...extraFields(user.extra), name: user.name, ...serializeUserCopy(user) },
    posts: found.posts.map((post, index) => ({
      ...serializeContent(post, authors),
      likeCount: likeCounts[index] ?? 0,
    })),
    comments: found.comments.map((comment) => ({
      ...serializeContent(comment, authors),
      postId: comment.postId,
    })),
    bookmarkedPosts: await tx.links.list('bookmarks', user),
    ...{ likedPosts, dislikedPosts, upvotedComments, downvotedComments },
    following: await people('following'),
    followers: await people('followers'),
    muted: await people('muted'),
    notifications: await serializeNotifications(
      tx,
      user,
      await notificationsOf(tx).list(user._id),
      [],
    ),
    devices: (await readKeys(tx, user._id)).map(({ name = '', createdAt = 0, usedAt = 0 }) => ({
      name,
      createdAt: timestamp(createdAt),
      usedAt: timestamp(usedAt),
    })),
  }
}

async function findContent(tx: Transaction, user: UserRow): Promise<Found> {
  const found: Found = {
    ...{ posts: [], comments: [], likedPosts: [], dislikedPosts: [] },
    ...{ upvotedComments: [], downvotedComments: [] },
  }
  for (let before: string | undefined; ; ) {
    const posts = await tx.list('posts', { before, limit: STEP })
    const ids = posts.map(({ _id }) => _id)
    const comments = (await tx.listByEach('comments', 'postId', ids)).flat()
    const named = async (list: 'likedBy' | 'dislikedBy' | 'upvotedBy' | 'downvotedBy') => {
      const rows = list === 'likedBy' || list === 'dislikedBy' ? posts : comments
      const isNamed = await tx.links.hasEach(list, rows, user)
      return rows.flatMap(({ _id }, index) => (isNamed[index] ? [_id] : []))
    }
    found.posts.push(...posts.filter(({ userId }) => userId === user._id))
    found.comments.push(...comments.filter(({ userId }) => userId === user._id))
    found.likedPosts.push(...(await named('likedBy')))
    found.dislikedPosts.push(...(await named('dislikedBy')))
    found.upvotedComments.push(...(await named('upvotedBy')))
    found.downvotedComments.push(...(await named('downvotedBy')))
    before = ids.at(-1)
    if (before === undefined) return found
    await tx.pause()
  }
}
