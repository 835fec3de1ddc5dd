import { countKey } from '../../mocks/data/counts.ts'
import { entryKey, groupPrefix, indexKeys, rowKey } from '../../mocks/data/keys.ts'
import {
  isLink,
  type Linked,
  type ListName,
  linkKey,
  linkPrefix,
  lists,
  listsOf,
  orderKey,
  sides,
} from '../../mocks/data/links.ts'
import {
  type NotificationRow,
  seenKey,
  storedNotification,
} from '../../mocks/data/notifications.ts'
import type { CommentRow, PostRow, TableName, Tables, UserRow } from '../../mocks/data/tables.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { publicValue } from '../entries.ts'
import type { EntryList } from '../protocol.ts'

export type Rows = {
  users?: readonly UserRow[]
  posts?: readonly PostRow[]
  comments?: readonly CommentRow[]
}

/**
 * Everything that a device has of these rows: the rows, their index entries, their counts, and the links between them and
 * the users of the device. Its length does not depend on how many others like, follow and vote.
 * @param viewers the `_id`s of those users
 */
export async function rowEntries(
  tx: Transaction,
  { users = [], posts = [], comments = [] }: Rows,
  viewers: readonly string[],
): Promise<EntryList> {
  const links = viewers.flatMap((viewer) => {
    const to = { _id: viewer }
    const others = users.filter(({ _id }) => _id !== viewer)
    return [
      ...others.flatMap((user) => [
        ...sides('following', to, user),
        ...sides('following', user, to),
      ]),
      ...posts.flatMap((post) => sidesOf(['likedBy', 'dislikedBy', 'bookmarkedBy'], post, to)),
      ...comments.flatMap((comment) => sidesOf(['upvotedBy', 'downvotedBy'], comment, to)),
    ]
  })
  const stored = await tx.entries.readStored(
    links.map(({ list, from, to }) => linkKey(list, from, to._id)),
  )
  return [
    ...users.flatMap((row) => keysOf('users', row)),
    ...(await deviceEntries(tx, users)),
    ...posts.flatMap((row) => keysOf('posts', row)),
    ...comments.flatMap((row) => keysOf('comments', row)),
    ...links.flatMap(({ list, from, to }, index): EntryList => {
      const link = stored[index]
      if (!isLink(link)) return []
      const own: EntryList = [[linkKey(list, from, to._id), link]]
      return lists[list].isOrdered ? [...own, [orderKey(from, link), to._id]] : own
    }),
    ...(await countEntries(tx, { users, posts, comments })),
  ]
}

/** The keys with which these users sign writes that other phones deliver. */
async function deviceEntries(tx: Transaction, users: readonly UserRow[]): Promise<EntryList> {
  const keys = users.map(({ _id }) => entryKey('devices', _id))
  const stored = await tx.entries.read(keys)
  return keys.flatMap((key, index): EntryList => {
    const value = stored[index]
    return value ? [[key, publicValue(key, value)]] : []
  })
}

/** Whom these users mute, as a device has it. */
export async function mutedEntries(
  tx: Transaction,
  userIds: readonly string[],
): Promise<EntryList> {
  const owners = userIds.map((_id) => ({ _id }))
  const links = await tx.links.readLists(['muted'], owners)
  const pairs = owners.flatMap((owner) =>
    links.of('muted', owner._id).map((to) => [owner, to] as const),
  )
  const stored = await tx.entries.readStored(
    pairs.map(([owner, to]) => linkKey('muted', owner, to)),
  )
  return pairs.flatMap(([owner, to], index): EntryList => {
    const link = stored[index]
    if (!isLink(link)) return []
    return [
      [linkKey('muted', owner, to), link],
      [orderKey(owner, link), to],
    ]
  })
}

/** Everything that a device has of these notifications, and the newest one that each of its users has seen. */
export async function notificationEntries(
  tx: Transaction,
  viewers: readonly string[],
  rows: readonly NotificationRow[],
): Promise<EntryList> {
  const counts = await tx.notifications.countComments(rows)
  const seen = await tx.notifications.lastSeenBy(viewers)
  return [
    ...rows.flatMap((row, index) => storedNotification(row, counts[index] ?? 0)),
    ...viewers.flatMap((userId, index): EntryList => {
      const last = seen[index]
      return last ? [[seenKey(userId), last]] : []
    }),
  ]
}

function sidesOf(names: readonly ListName[], from: Linked, to: Linked) {
  return names.flatMap((list) => sides(list, from, to))
}

function keysOf<Name extends TableName>(table: Name, row: Tables[Name]): EntryList {
  const key = rowKey(table, row._id)
  return [
    [key, publicValue(key, row)],
    ...indexKeys(table, row).map((indexKey): [string, string] => [indexKey, row._id]),
  ]
}

async function countEntries(tx: Transaction, rows: Required<Rows>): Promise<EntryList> {
  const prefixes = [
    ...(['users', 'posts', 'comments'] as const).flatMap((table) => {
      const names = listsOf(table).filter((list) => lists[list].isCounted)
      return rows[table].flatMap((row) => names.map((list) => linkPrefix(list, row)))
    }),
    ...rows.posts.map(({ _id }) => groupPrefix('comments', 'postId', _id)),
  ]
  const counts = await tx.counts.read(prefixes)
  return prefixes.flatMap((prefix, index): EntryList => {
    const count = counts[index]
    return count ? [[countKey(prefix), count]] : []
  })
}
