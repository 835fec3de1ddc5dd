import { mostTaken } from './domain/taken-likes.ts'
import type { NotificationRow } from './notifications/notifications.ts'
import { pictureKeys, type ReportRow, reportKeys } from './reports/reports.ts'
import { countedPrefix } from './store/counts.ts'
import { newestFirst } from './store/ids.ts'
import { groupPrefix, indexKeys, rowKey } from './store/keys.ts'
import {
  isLink,
  type ListName,
  linkKey,
  linkKinds,
  linkPrefix,
  lists,
  ORDER,
  orderKey,
} from './store/links.ts'
import { indexes, type TableName, type Tables } from './store/tables.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`Stored rows break a rule: ${rule}`)
}

/** The links among stored entries, and their places in the order of lists. */
export type StoredLinks = {
  each(): Iterable<readonly [key: string, value: unknown]>
  /** The value at the key of a link or of a place. */
  get(key: string): unknown
  /** The number of places. */
  places: number
}

/**
 * Checks the invariants between stored rows. Throws when one does not hold.
 * @param links by default, those of `entries`; a club has so many that they may not fit into memory
 */
export function checkRows(entries: ReadonlyMap<string, unknown>, links = linksOf(entries)): void {
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
  const counts = new Map<string, number>()
  const count = (prefix: string) => counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  const disliked = checkLinks(links, rows, count)
  for (const post of rows.posts.values()) {
    const likes = counts.get(linkPrefix('likedBy', post)) ?? 0
    const most = mostTaken(likes, Number(disliked.has(post._id)))
    must(post.takenLikes >= 0 && post.takenLikes <= most, 'a count is of people who like')
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
    ...[
      'meta/',
      'idempotency/',
      'moved/',
      'expiry/',
      'accounts/',
      'invitations/',
      'devices/',
      'ended/',
      'skeletons/',
    ],
    ...['posts.text/', 'posts.packed/'],
    ...[...linkKinds.map((kind) => `${kind}/`), ORDER],
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

function linksOf(entries: ReadonlyMap<string, unknown>): StoredLinks {
  const prefixes = linkKinds.map((kind) => `${kind}/`)
  const isOfLink = (key: string) => prefixes.some((prefix) => key.startsWith(prefix))
  return {
    each: () => entries.entries().filter(([key]) => isOfLink(key)),
    get: (key) => entries.get(key),
    places: entries
      .keys()
      .filter((key) => key.startsWith(ORDER))
      .toArray().length,
  }
}

/** Nobody is in both lists of a row. */
const OPPOSITE: { [list in ListName]?: ListName } = {
  likedBy: 'dislikedBy',
  upvotedBy: 'downvotedBy',
}

/** @returns the posts that somebody dislikes */
function checkLinks(
  links: StoredLinks,
  rows: StoredRows,
  count: (prefix: string) => void,
): Set<string> {
  let ordered = 0
  const disliked = new Set<string>()
  for (const [key, link] of links.each()) {
    if (!isLink(link)) throw new Error(`Stored rows break a rule: ${key} is a link`)
    const [, list, _id, to] = link
    const { table, mirror, isCounted, isOrdered } = lists[list]
    const from = { _id, postId: rows.comments.get(_id)?.postId }
    must(rows[table].has(_id) && key === linkKey(list, from, to), `${key} belongs to a row`)
    // Nobody is told who mutes them, so the link stays when they leave.
    const others = rows[mirror ? lists[mirror].table : 'users']
    must(list === 'muted' || others.has(to), `${key} names a row`)
    if (mirror) must(isLink(links.get(linkKey(mirror, { _id: to }, _id))), `${key} has its mirror`)
    must(list !== 'following' || _id !== to, 'nobody follows themselves')
    const opposite = OPPOSITE[list]
    if (opposite)
      must(links.get(linkKey(opposite, from, to)) === undefined, 'nobody is for and against')
    if (list === 'dislikedBy') disliked.add(_id)
    if (isCounted) count(linkPrefix(list, from))
    if (!isOrdered) continue
    ordered += 1
    must(links.get(orderKey(from, link)) === to, 'the order of a list has each of its links')
  }
  must(links.places === ordered, 'the order of a list has only its links')
  return disliked
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
  const required = rows.flatMap(reportKeys)
  for (const key of required) must(stored.includes(key), `${key} is there, as its report`)
  const allowed = new Set([...required, ...rows.flatMap(pictureKeys)])
  for (const key of stored) must(allowed.has(key), `${key} belongs to a report`)
  return stored
}

function checkRelations({ users, posts, comments }: StoredRows): void {
  for (const post of posts.values()) must(users.has(post.userId), 'a post has an author')
  for (const comment of comments.values())
    must(users.has(comment.userId) && posts.has(comment.postId), 'a comment has author and post')
}
