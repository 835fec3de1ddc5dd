import { apiErrors } from '../../src/contract/errors.ts'
import type { NewReport } from '../../src/contract/report.ts'
import { ApiError } from '../api-error.ts'
import { expireLater } from '../store/expiry.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Decision, type ReportRow, reportsOf } from './reports.ts'

/** What is reported. A comment has the `_id` of its post. */
type Reported =
  | { table: 'users'; row: UserRow }
  | { table: 'posts'; row: PostRow }
  | { table: 'comments'; row: CommentRow }

/**
 * Stores a report for the organiser, with a copy of what is reported (R18.3). A device of a club leaves that to the club:
 * nobody reads it there, and the club knows all reports.
 * @throws ApiError 400 when the viewer reports themselves, or has reported it already
 */
export async function report(
  tx: Transaction,
  viewer: UserRow,
  { table, row }: Reported,
  { reason, text }: NewReport,
): Promise<{ reported: true }> {
  const userId = table === 'users' ? row._id : row.userId
  if (userId === viewer._id) throw new ApiError(apiErrors.reportSelf)
  if (tx.origin === 'copy') return { reported: true }
  const named = { rowId: row._id, reporterId: viewer._id }
  if (await reportsOf(tx).isOpen(named)) throw new ApiError(apiErrors.alreadyReported)
  const { _id } = await reportsOf(tx).insert({
    ...named,
    _id: tx.clock.newUuid(),
    createdAt: timestamp(tx.now),
    table,
    ...(table === 'comments' && { postId: row.postId }),
    userId,
    reason,
    text: text?.trim() || undefined,
    copy: copyOf(row, await tx.get('users', userId)),
  })
  expireLater(tx, { kind: 'report', id: _id })
  return { reported: true }
}

function copyOf(row: Reported['row'], author: UserRow | undefined): ReportRow['copy'] {
  const { username = '', firstName = '' } = author ?? {}
  if ('username' in row) {
    const photos = [row.profilePhoto.chosen, row.coverPhoto.chosen]
    return { username, firstName, text: row.bio, pictures: photos.filter((url) => url !== '') }
  }
  const { content: text, imageUrl, images = [] } = row
  const pictures = [...new Set([...(imageUrl ? [imageUrl] : []), ...images.map(({ url }) => url)])]
  return { username, firstName, text, pictures }
}

/** Decides all reports of these rows that wait. @returns their number */
export async function decideReports(
  tx: Transaction,
  rowIds: readonly string[],
  decision: Decision,
): Promise<number> {
  const open = (await Promise.all(rowIds.map((rowId) => reportsOf(tx).openOf(rowId)))).flat()
  for (const one of open) await decideReport(tx, one, decision)
  return open.length
}

/** Decides the reports of an account that is removed, and, unless these stay, of its posts and comments. */
export async function decideReportsOf(
  tx: Transaction,
  userId: string,
  { keepPosts }: { keepPosts: boolean },
  decision: Decision,
): Promise<void> {
  const isGone = (row: ReportRow) => row.table === 'users' || !keepPosts
  const waiting = (await reportsOf(tx).list()).filter((row) => row.userId === userId && !row.done)
  for (const row of waiting.filter(isGone)) await decideReport(tx, row, decision)
}

/** Stores the decision of the organiser. The report no longer keeps pictures. */
export async function decideReport(
  tx: Transaction,
  row: ReportRow,
  decision: Decision,
): Promise<void> {
  reportsOf(tx).decide(row, decision)
  await releasePictures(tx, row._id)
}

/** Ends that a report keeps its pictures. */
export async function releasePictures(tx: Transaction, id: string): Promise<void> {
  const row = await reportsOf(tx).get(id)
  if (row) await reportsOf(tx).releasePictures(row)
}

/** How long a decided report is kept, in ms. It names people. */
const DECIDED_LIFETIME = 180 * 24 * 3_600_000
/** Reports that are removed at a time. */
const BATCH = 100

/** Removes reports that were decided long ago. @returns whether there may be more */
export async function trimReports(tx: Transaction): Promise<boolean> {
  const old = await reportsOf(tx).decidedBefore(tx.clock.now() - DECIDED_LIFETIME, BATCH)
  for (const row of old) reportsOf(tx).remove(row)
  return old.length === BATCH
}
