import type { Comment } from '../../src/contract/entities.ts'
import type { CommentRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { mapInSlices } from '../slices.ts'
import { contentView, userCopy } from './serialize-copies.ts'
import { present, usersOf } from './users-by-id.ts'

/** Comments as the API answers them, in the order of `rows`. */
export async function commentsView(
  tx: Transaction,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.upvotedBy, ...row.downvotedBy]),
  )
  return mapInSlices(rows, (row) => ({
    ...contentView(row, people),
    votes: {
      upvotedBy: present(row.upvotedBy, people).map(userCopy),
      downvotedBy: present(row.downvotedBy, people).map(userCopy),
    },
  }))
}
