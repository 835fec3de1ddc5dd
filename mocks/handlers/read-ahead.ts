import type { CallName } from '../../src/contract/calls.ts'
import { countKey } from '../store/counts.ts'
import { isUuid } from '../store/ids.ts'
import { groupPrefix, rowKey } from '../store/keys.ts'
import { type ListName, linkKey } from '../store/links.ts'
import type { TableName } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'

/** The lists that these calls change. */
const changed: Partial<Record<CallName, ListName[]>> = {
  'POST /api/posts/like/:postId': ['likedBy', 'dislikedBy'],
  'POST /api/posts/dislike/:postId': ['likedBy', 'dislikedBy'],
  'POST /api/comments/upvote/:postId/:commentId': ['upvotedBy', 'downvotedBy'],
  'POST /api/comments/downvote/:postId/:commentId': ['upvotedBy', 'downvotedBy'],
  'POST /api/users/bookmark/:postId': ['bookmarkedBy'],
  'POST /api/users/remove-bookmark/:postId': ['bookmarkedBy'],
  'POST /api/users/follow/:id': ['followers'],
  'POST /api/users/unfollow/:id': ['followers'],
}

/**
 * Reads the rows that a request names by its path and its token, together with the next other value: a database answers all by one
 * statement, and the handler and the reply then find them in memory. It changes no result.
 * @param viewerId as the token claims it
 */
export function readAhead(
  tx: Transaction,
  { name, params }: { name: CallName; params: Record<string, string> },
  viewerId?: string,
): void {
  const { postId, commentId, id } = params
  const rows: [TableName, string | undefined][] = [
    ['posts', postId],
    ['comments', commentId],
    ['users', id],
    ['users', viewerId],
  ]
  const known = rows.flatMap(([table, _id]) => (_id && isUuid(_id) ? [[table, _id] as const] : []))
  for (const [table, _id] of known) tx.entries.readAlong(rowKey(table, _id))
  const row = { _id: commentId ?? postId ?? id ?? '', postId }
  if (!isUuid(row._id) || !viewerId || !isUuid(viewerId)) return
  for (const list of changed[name] ?? []) tx.links.readAlong(list, row, { _id: viewerId })
  if (row._id !== postId) return
  tx.entries.readAlong(countKey(groupPrefix('comments', 'postId', postId)))
  tx.entries.readAlong(linkKey('bookmarkedBy', row, viewerId))
}
