import type { ViewedComment, ViewedPost, ViewedUser } from '../../src/contract/viewed.ts'
import type { Linked, ListName } from '../store/links.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { countLikes, serializeContent, serializeUserCopy, usersOf } from './serialize.ts'

/*
 * Rows for one viewer: the number of keys that these functions read depends on the number of rows only, not on how many
 * people like, follow and vote.
 */

export async function viewPosts(
  tx: Transaction,
  rows: readonly PostRow[],
  viewer: UserRow | undefined,
): Promise<ViewedPost[]> {
  const ids = rows.map(({ _id }) => _id)
  const [people, likeCounts, commentCounts, likedBy, dislikedBy, bookmarkedBy, followedBy] =
    await Promise.all([
      authorsOf(tx, rows),
      countLikes(tx, rows),
      tx.counts.readGroups('comments', 'postId', ids),
      viewerIn(tx, 'likedBy', rows, viewer),
      viewerIn(tx, 'dislikedBy', rows, viewer),
      viewerIn(tx, 'bookmarkedBy', rows, viewer),
      viewerIn(
        tx,
        'followers',
        rows.map(({ userId: _id }) => ({ _id })),
        viewer,
      ),
    ])
  return rows.map((row, index) => ({
    ...serializeContent(row, people),
    likes: {
      likeCount: likeCounts[index] ?? 0,
      likedBy: likedBy[index] ?? [],
      dislikedBy: dislikedBy[index] ?? [],
    },
    bookmarkedBy: bookmarkedBy[index] ?? [],
    followedBy: followedBy[index] ?? [],
    commentCount: commentCounts[index] ?? 0,
  }))
}

export async function viewComments(
  tx: Transaction,
  rows: readonly CommentRow[],
  viewer: UserRow | undefined,
): Promise<ViewedComment[]> {
  const [people, upvotes, downvotes, upvotedBy, downvotedBy] = await Promise.all([
    authorsOf(tx, rows),
    tx.links.count('upvotedBy', rows),
    tx.links.count('downvotedBy', rows),
    viewerIn(tx, 'upvotedBy', rows, viewer),
    viewerIn(tx, 'downvotedBy', rows, viewer),
  ])
  return rows.map((row, index) => ({
    ...serializeContent(row, people),
    votes: {
      upvoteCount: upvotes[index] ?? 0,
      downvoteCount: downvotes[index] ?? 0,
      upvotedBy: upvotedBy[index] ?? [],
      downvotedBy: downvotedBy[index] ?? [],
    },
  }))
}

export async function viewUsers(
  tx: Transaction,
  rows: readonly UserRow[],
  viewer: UserRow | undefined,
): Promise<ViewedUser[]> {
  const self = rows.find(({ _id }) => _id === viewer?._id)
  const [followerCounts, followingCounts, followers, following, muted] = await Promise.all([
    tx.links.count('followers', rows),
    tx.links.count('following', rows),
    viewerIn(tx, 'followers', rows, viewer),
    viewerIn(tx, 'following', rows, viewer),
    self ? tx.links.list('muted', self) : [],
  ])
  return rows.map((row, index) => ({
    ...serializeUserCopy(row),
    name: row.name,
    followers: followers[index] ?? [],
    following: following[index] ?? [],
    followerCount: followerCounts[index] ?? 0,
    followingCount: followingCounts[index] ?? 0,
    ...(row === self && { muted: muted.map((_id) => ({ _id })) }),
  }))
}

/** The viewer, if this list of a row contains them, for each row. */
async function viewerIn(
  tx: Transaction,
  list: ListName,
  rows: readonly Linked[],
  viewer: UserRow | undefined,
): Promise<{ _id: string }[][]> {
  if (!viewer) return []
  const contains = await tx.links.hasEach(list, rows, viewer)
  return contains.map((isNamed) => (isNamed ? [{ _id: viewer._id }] : []))
}

function authorsOf(tx: Transaction, rows: readonly { userId: string }[]) {
  return usersOf(
    tx,
    rows.map(({ userId }) => userId),
  )
}
