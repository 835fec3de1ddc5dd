import { countedPrefix } from '../../data/counts.ts'
import { newestFirst } from '../../data/ids.ts'
import { groupPrefix, indexKeys, rowKey } from '../../data/keys.ts'
import { isLink, linkKey, linkPrefix, lists, orderKey } from '../../data/links.ts'
import type { NotificationRow } from '../../data/notifications.ts'
import { type ReportRow, reportKeys } from '../../data/reports.ts'
import { indexes, type TableName, type Tables } from '../../data/tables.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`Stored rows break a rule: ${rule}`)
}

/** Checks the invariants between stored rows. Throws when one does not hold. */
export function checkRows(entries: ReadonlyMap<string, unknown>): void {
  const rows = storedRows(entries)
  const keys = new Set<string>()
  for (const table of Object.keys(indexes) as TableName[]) {
    for (const [key, value] of entries) {
      if (!key.startsWith(`${table}/`)) continue
      const row = value as Tables[TableName]
      must(key === rowKey(table, row._id), `${key} holds its own row`)
      for (const one of [key, ...indexKeys(table, row)]) keys.add(one)
    }
  }
  for (const link of [...entries.values()].filter(isLink)) {
    const [, list, _id, to] = link
    keys.add(linkKey(list, { _id, postId: rows.comments.get(_id)?.postId }, to))
  }
  const counts = new Map<string, number>()
  const count = (prefix: string) => counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  for (const link of [...entries.values()].filter(isLink)) {
    const [, list, _id, to] = link
    const from = { _id, postId: rows.comments.get(_id)?.postId }
    if (lists[list].isCounted) count(linkPrefix(list, from))
    if (!lists[list].isOrdered) continue
    const key = orderKey(from, link)
    must(entries.get(key) === to, 'the order of a list has each of its links')
    keys.add(key)
  }
  for (const { postId } of rows.comments.values()) count(groupPrefix('comments', 'postId', postId))
  for (const key of checkNotifications(entries, rows, count)) keys.add(key)
  for (const key of checkReports(entries)) keys.add(key)
  for (const [key, part] of entries) {
    const prefix = countedPrefix(key)
    if (prefix === undefined) continue
    counts.set(prefix, (counts.get(prefix) ?? 0) - Number(part))
    keys.add(key)
  }
  for (const [prefix, rest] of counts)
    must(rest === 0, `the count of ${prefix} is that of its entries`)
  const others = [
    ...['meta/', 'idempotency/', 'moved/', 'expiry/', 'accounts/', 'posts.text/', 'posts.packed/'],
  ]
  const stored = [...entries.keys()].filter(
    (key) => !others.some((prefix) => key.startsWith(prefix)),
  )
  must(
    stored.length === keys.size,
    'there is an index entry for every row, and a link only of rows',
  )
  for (const key of stored) must(keys.has(key), `${key} belongs to a row`)
  checkRelations(rows)
}

/** @returns the keys of notifications, all of them in order */
function checkNotifications(
  entries: ReadonlyMap<string, unknown>,
  { users, posts, comments }: StoredRows,
  count: (prefix: string) => void,
): string[] {
  const under = (kind: string) => [...entries].filter(([key]) => key.startsWith(kind))
  const notified = under('notifications/') as [string, NotificationRow][]
  for (const [key, { _id, userId, postId, commentId, by, ...row }] of notified) {
    const order = entries.get(`notifications.order/${userId}/${newestFirst(_id)}`)
    must((order as NotificationRow)?.group === row.group, `${key} is in the list of its user`)
    must(key === `notifications/${userId}/${row.group}`, `${key} holds its own row`)
    must(users.has(userId) && (!postId || posts.has(postId)), `${key} is about a post that exists`)
    must(!commentId || comments.has(commentId), `${key} names a comment that exists`)
    must(by[0]?._id === _id, `${key} has the place of its latest event`)
    must(
      by.every((event) => users.has(event.userId)),
      `${key} names people who exist`,
    )
  }
  const order = under('notifications.order/')
  must(order.length === notified.length, 'a list has only notifications that exist')
  const recipients = under('notifications.of/') as [string, [string, string][]][]
  for (const [key, people] of recipients) {
    const [, id = ''] = key.split('/')
    must(posts.has(id) || comments.has(id), `${key} belongs to a post or comment`)
    for (const [userId, group] of people) {
      must(entries.has(`notifications/${userId}/${group}`), `${key} names notifications`)
      if (group.startsWith('comment-')) count(`notifications/${userId}/${group}/`)
    }
  }
  const seen = under('notifications.seen/')
  return [...notified, ...order, ...recipients, ...seen].map(([key]) => key)
}

/** @returns the keys of reports */
function checkReports(entries: ReadonlyMap<string, unknown>): string[] {
  const stored = [...entries.keys()].filter((key) => /^reports[/.]/.test(key))
  const reports = [...entries].filter(([key]) => key.startsWith('reports/'))
  const rows = reports.map(([, row]) => row as ReportRow)
  const required = rows.flatMap((row) => reportKeys(row, false))
  for (const key of required) must(stored.includes(key), `${key} is there, as its report`)
  const kept = new Set(rows.flatMap((row) => reportKeys(row, true)))
  for (const key of stored) must(kept.has(key), `${key} belongs to a report`)
  return stored
}

function checkRelations({ users, posts, comments }: StoredRows): void {
  for (const user of users.values()) {
    mirrored(user._id, user.following, users, 'followers')
    mirrored(user._id, user.followers, users, 'following')
    mirrored(user._id, user.bookmarks, posts, 'bookmarkedBy')
    mirrored(user._id, user.liked, posts, 'likedBy')
    must(!user.following.includes(user._id), 'nobody follows themselves')
  }
  for (const post of posts.values()) {
    must(users.has(post.userId), 'a post has an author')
    mirrored(post._id, post.bookmarkedBy, users, 'bookmarks')
    mirrored(post._id, post.likedBy, users, 'liked')
    apart(post.likedBy, post.dislikedBy, users)
    // A dislike lowers the count even if its user never liked the post (R4.7).
    const { likeCount, likedBy } = post
    must(likeCount >= 0 && likeCount <= likedBy.length, 'a count is of people who like')
  }
  for (const comment of comments.values()) {
    must(users.has(comment.userId) && posts.has(comment.postId), 'a comment has author and post')
    apart(comment.upvotedBy, comment.downvotedBy, users)
  }
}

/** Checks that each of `ids` exists, once, and names `id` in its `field`. */
function mirrored<Field extends string>(
  id: string,
  ids: readonly string[],
  rows: ReadonlyMap<string, { [Key in Field]: string[] }>,
  field: Field,
): void {
  must(new Set(ids).size === ids.length, `no ${field} twice`)
  for (const other of ids) must(rows.get(other)?.[field].includes(id) ?? false, `${field} mirrors`)
}

function apart(
  some: readonly string[],
  others: readonly string[],
  users: ReadonlyMap<string, unknown>,
): void {
  const all = [...some, ...others]
  must(new Set(all).size === all.length, 'nobody is for and against')
  for (const id of all) must(users.has(id), 'everybody in a list is there')
}
