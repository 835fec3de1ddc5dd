import type { Comment } from '../../src/contract/entities.ts'
import type { CommentRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { mapInSlices } from '../slices.ts'
import { serializeContent, serializeUserCopy } from './serialize-copies.ts'
import { present, usersOf } from './users-by-id.ts'

/** Comments as the API answers them, in the order of `rows`. */
export async function serializeComments(
  tx: Transaction,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.upvotedBy, ...row.downvotedBy]),
  )
  return mapInSlices(rows, (row) => ({
    ...serializeContent(row, people),
    votes: {
      upvotedBy: present(row.upvotedBy, people).map(serializeUserCopy),
      downvotedBy: present(row.downvotedBy, people).map(serializeUserCopy),
    },
  }))
}
