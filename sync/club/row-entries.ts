import type { DeviceKey } from '../../mocks/domain/device-keys.ts'
import { readTime } from '../../mocks/domain/settings.ts'
import {
  type NotificationRow,
  notificationsOf,
  seenKey,
  storedNotification,
} from '../../mocks/notifications/notifications.ts'
import { countKey } from '../../mocks/store/counts.ts'
import { entryKey, groupPrefix, indexKeys, rowKey } from '../../mocks/store/keys.ts'
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
} from '../../mocks/store/links.ts'
import type { CommentRow, PostRow, TableName, Tables, UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { publicKeys, publicValue } from '../entries.ts'
import { COPIED_NOTIFICATIONS } from '../local-calls.ts'
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
 * @param owners those of them who have proved it by a token
 */
export async function rowEntries(
  tx: Transaction,
  { users = [], posts = [], comments = [] }: Rows,
  { viewers, owners }: Record<'viewers' | 'owners', readonly string[]>,
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
    ...users.flatMap((row) => indexKeysOf('users', row)),
    ...(await accountEntries(tx, users, owners)),
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

/** The rows of users, and the keys with which they sign writes that other phones deliver: each belongs to what is there of their sessions. */
export async function accountEntries(
  tx: Transaction,
  users: readonly UserRow[],
  owners: readonly string[],
): Promise<EntryList> {
  const stored = await tx.entries.readStored(users.map(({ _id }) => entryKey('devices', _id)))
  const now = await readTime(tx)
  return users.flatMap((user, index): EntryList => {
    const key = rowKey('users', user._id)
    const keys = publicKeys((stored[index] ?? []) as DeviceKey[], user, owners, now)
    const own: EntryList = [[key, publicValue(key, user, owners)]]
    return keys ? [...own, [entryKey('devices', user._id), keys]] : own
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

/**
 * The likes of muted people that these changes concern, as numbers in notifications: a replica has no links of others (R6.7).
 * @param changed the keys of changed values
 */
export async function hiddenLikes(
  tx: Transaction,
  changed: readonly string[],
  owners: readonly string[],
): Promise<NotificationRow[]> {
  const liked = changed.flatMap((key) => LIKES.exec(key)?.[1] ?? [])
  const lists = owners.map(async (userId) => {
    const isMuting = changed.some((key) => key.startsWith(`lists/${userId}/muted/`))
    const mutes = isMuting || (await tx.links.list('muted', { _id: userId })).length > 0
    const page = { limit: COPIED_NOTIFICATIONS }
    const all = mutes ? await notificationsOf(tx).list(userId, page) : []
    return all.filter(
      ({ type, postId = '' }) => type === 'like' && (isMuting || liked.includes(postId)),
    )
  })
  return withHidden(tx, (await Promise.all(lists)).flat())
}

const LIKES = /^counts\/votes\/([^/]+)\/likedBy/

/** Notifications with the numbers of {@link hiddenLikes}. */
async function withHidden(
  tx: Transaction,
  rows: readonly NotificationRow[],
): Promise<NotificationRow[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (row.type !== 'like' || !row.postId) return row
      const muted = await tx.links.list('muted', { _id: row.userId })
      const likers = await tx.links.contained('likedBy', { _id: row.postId }, muted)
      const named = new Set(row.by.map(({ userId }) => userId))
      const hidden = likers.filter((id) => !named.has(id)).length
      return hidden > 0 ? { ...row, hidden } : row
    }),
  )
}

/** Everything that a device has of these notifications, and the newest one that each of its users has seen. */
export async function notificationEntries(
  tx: Transaction,
  owners: readonly string[],
  rows: readonly NotificationRow[],
): Promise<EntryList> {
  const counts = await notificationsOf(tx).countComments(rows)
  const seen = await notificationsOf(tx).lastSeenBy(owners)
  return [
    ...(await withHidden(tx, rows)).flatMap((row, index) =>
      storedNotification(row, counts[index] ?? 0),
    ),
    ...owners.flatMap((userId, index): EntryList => {
      const last = seen[index]
      return last ? [[seenKey(userId), last]] : []
    }),
  ]
}

function sidesOf(names: readonly ListName[], from: Linked, to: Linked) {
  return names.flatMap((list) => sides(list, from, to))
}

function keysOf<Name extends TableName>(table: Name, row: Tables[Name]): EntryList {
  return [[rowKey(table, row._id), row], ...indexKeysOf(table, row)]
}

function indexKeysOf<Name extends TableName>(table: Name, row: Tables[Name]): EntryList {
  return indexKeys(table, row).map((key): [string, string] => [key, row._id])
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
