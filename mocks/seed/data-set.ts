import {
  groupOf,
  type NotificationRow,
  type Notified,
  notificationsOf,
} from '../notifications/notifications.ts'
import { eachInSlices } from '../slices.ts'
import { expireLater } from '../store/expiry.ts'
import {
  type CommentWithLists,
  type Linked,
  type LinkLists,
  type Lists,
  listsOf,
  type PostWithLists,
  type UserWithLists,
} from '../store/links.ts'
import {
  type CommentRow,
  indexes,
  type TableName,
  type Tables,
  type UploadRow,
} from '../store/tables.ts'
import { type Transaction, WRITES } from '../store/transaction.ts'

/** The rows of every table with their lists, in any order, and the highest `id` that was assigned in each. */
export type DataSet = {
  users: (UserWithLists & { lastSeen?: string })[]
  posts: PostWithLists[]
  comments: CommentWithLists[]
  uploads: UploadRow[]
  notifications?: StoredNotification[]
  sequences: Record<TableName, number>
}

/** A notification, and the comments that it counts. */
export type StoredNotification = Omit<NotificationRow, 'group'> & { comments?: string[] }

export const tableNames = Object.keys(indexes) as TableName[]

export const emptyDataSet = (): DataSet => ({
  sequences: { users: 0, posts: 0, comments: 0, uploads: 0 },
  users: [],
  posts: [],
  comments: [],
  uploads: [],
})

export async function readDataSet(tx: Transaction): Promise<DataSet> {
  const [votes, own, marks] = [
    await tx.links.read('votes'),
    await tx.links.read('lists'),
    await tx.links.read('marks'),
  ]
  const sequence = async (table: TableName) => Number((await tx.getMeta(`sequence/${table}`)) ?? 0)
  const [users, comments] = [await tx.list('users'), await tx.list('comments')]
  const seen = await notificationsOf(tx).lastSeenBy(users.map(({ _id }) => _id))
  return {
    sequences: {
      users: await sequence('users'),
      posts: await sequence('posts'),
      comments: await sequence('comments'),
      uploads: await sequence('uploads'),
    },
    users: users.map((row, index) => ({
      ...row,
      ...ownLists(own, row),
      lastSeen: seen[index] || undefined,
    })),
    posts: (await tx.list('posts')).map(({ takenLikes, ...row }) => {
      const { likedBy, dislikedBy } = listsIn(votes, 'posts', row)
      const { bookmarkedBy } = listsIn(marks, 'posts', row)
      const likeCount = likedBy.length - takenLikes
      return { ...row, likeCount, likedBy, dislikedBy, bookmarkedBy }
    }),
    comments: comments.map((row) => ({ ...row, ...listsIn(votes, 'comments', row) })),
    notifications: await readNotifications(tx, comments),
    uploads: await tx.list('uploads'),
  }
}

/** Replaces all rows with `data`. Idempotency records are removed with the rows; the token key stays. */
export async function replaceData(tx: Transaction, data: DataSet): Promise<void> {
  tx.clear()
  await addRows(tx, data)
  for (const row of data.uploads) tx.add('uploads', row)
  for (const table of tableNames) tx.putMeta(`sequence/${table}`, data.sequences[table])
  tx.putMeta(WRITES, undefined)
  for (const { _id, id } of data.uploads) expireLater(tx, { kind: 'upload', _id, id })
}

/** A part of a data set: posts with all their comments, and everything that notifies of a text. */
export type DataPart = Pick<DataSet, 'users' | 'posts' | 'comments' | 'notifications'>

/** Adds rows with their lists. Each list and each count is that of a row of this part. */
export async function addRows(tx: Transaction, data: DataPart): Promise<void> {
  await eachInSlices(data.users, (row) => tx.add('users', splitLists(tx, 'users', row)))
  await eachInSlices(data.posts, (row) => tx.add('posts', splitLists(tx, 'posts', row)))
  await eachInSlices(data.comments, (row) => tx.add('comments', splitLists(tx, 'comments', row)))
  tx.counts.setRows('comments', data.comments)
  for (const { _id, lastSeen } of data.users)
    if (lastSeen) notificationsOf(tx).putLastSeen(_id, lastSeen)
  await putNotifications(tx, data.notifications ?? [])
}

/** The notifications of all users, each with the comments that it counts. */
async function readNotifications(
  tx: Transaction,
  comments: readonly CommentRow[],
): Promise<StoredNotification[]> {
  const counted = new Map<string, string[]>()
  const recipients = await notificationsOf(tx).recipientsOf(comments.map(({ _id }) => _id))
  for (const [index, { _id }] of comments.entries()) {
    for (const { userId, group } of recipients[index] ?? []) {
      const key = `${userId}/${group}`
      const ids = counted.get(key)
      if (ids) ids.push(_id)
      else counted.set(key, [_id])
    }
  }
  return (await notificationsOf(tx).listAll()).map(({ group, ...row }) => ({
    ...row,
    comments: row.type === 'comment' ? counted.get(`${row.userId}/${group}`) : undefined,
  }))
}

async function putNotifications(
  tx: Transaction,
  notifications: readonly StoredNotification[],
): Promise<void> {
  const recipients = new Map<string, Notified[]>()
  for (const { comments = [], ...row } of notifications) {
    const notified = { userId: row.userId, group: groupOf(row) }
    await notificationsOf(tx).put({ ...row, ...notified })
    if (comments.length > 0) await notificationsOf(tx).addComments(notified, comments.length)
    const texts = row.type === 'mention' ? [row.commentId ?? row.postId ?? ''] : comments
    for (const id of texts) {
      const before = recipients.get(id)
      if (before) before.push(notified)
      else recipients.set(id, [notified])
    }
  }
  for (const [id, notified] of recipients) notificationsOf(tx).putRecipients(id, notified)
}

/** Stores each entry of the lists of a row by itself, and returns the rest of the row. */
export function splitLists<Name extends keyof Lists>(
  tx: Transaction,
  table: Name,
  row: DataSet[Name][number],
): Tables[Name] {
  const { likeCount, lastSeen: _, ...fields }: Record<string, unknown> = row
  for (const list of listsOf(table)) {
    const ids = textsIn(fields[list])
    delete fields[list]
    tx.links.putAll(list, row, ids)
    if (list === 'likedBy') fields.takenLikes = ids.length - Number(likeCount)
  }
  return fields as Tables[Name]
}

/** Stored lists may be broken. */
function textsIn(list: unknown): string[] {
  const texts = Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
  return [...new Set(texts)]
}

/** As in older snapshots, nobody's `muted` is in no field. */
function ownLists(links: LinkLists, row: Linked): Lists['users'] {
  const { muted, ...others } = listsIn(links, 'users', row)
  return muted?.length ? { ...others, muted } : others
}

function listsIn<Name extends keyof Lists>(
  links: LinkLists,
  table: Name,
  row: Linked,
): Lists[Name] {
  const entries = listsOf(table).map((list) => [list, links.of(list, row._id)])
  return Object.fromEntries(entries)
}
