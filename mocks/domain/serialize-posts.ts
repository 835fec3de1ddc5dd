import type { Post } from '../../src/contract/entities.ts'
import type { CommentRow, PostRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { mapInSlices } from '../slices.ts'
import { serializeComments } from './serialize-comments.ts'
import { serializePostCopy, serializeUserCopy } from './serialize-copies.ts'
import { present, usersOf } from './users-by-id.ts'

/** Above this many posts one read of all comments is cheaper than a read for each post. */
const READ_ALL_COMMENTS_FROM = 100

/** Posts as the API answers them, with their comments, in the order of `rows`. */
export async function serializePosts(tx: Transaction, rows: readonly PostRow[]): Promise<Post[]> {
  const comments = await commentsOf(tx, rows)
  const views = await serializeComments(tx, [...comments.values()].flat())
  const viewById = new Map(views.map((view) => [view._id, view]))
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.likedBy, ...row.dislikedBy]),
  )
  return mapInSlices(rows, (row) => ({
    ...serializePostCopy(row, people),
    likes: {
      likeCount: row.likeCount,
      likedBy: present(row.likedBy, people).map(serializeUserCopy),
      dislikedBy: present(row.dislikedBy, people).map(serializeUserCopy),
    },
    comments: present(comments.get(row._id) ?? [], ({ _id }) => viewById.get(_id)),
  }))
}

async function commentsOf(
  tx: Transaction,
  posts: readonly PostRow[],
): Promise<Map<string, CommentRow[]>> {
  if (posts.length > READ_ALL_COMMENTS_FROM) {
    return Map.groupBy(await tx.list('comments'), (comment) => comment.postId)
  }
  const ofEach = await Promise.all(posts.map(({ _id }) => tx.listBy('comments', 'postId', _id)))
  return new Map(posts.map((post, index) => [post._id, ofEach[index] ?? []]))
}
