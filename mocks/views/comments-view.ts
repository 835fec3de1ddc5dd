import type { Comment } from '../../src/contract/entities.ts'
import { mapInSlices } from '../slices.ts'
import type { CommentRow } from '../store/rows.ts'
import type { Transaction } from '../store/transaction.ts'
import { contentView, userCopy } from './copies.ts'
import { present, usersOf } from './named-rows.ts'

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
