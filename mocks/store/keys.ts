import { fold } from '../../src/contract/words.ts'
import { newestFirst } from './ids.ts'
import { linkKinds, ORDER } from './links.ts'
import { indexes, PICTURE, picturesOf, type TableName, type Tables } from './tables.ts'

/** The key of an entry that belongs to `id`, in a list whose entries sort newest first. */
export function keyIn(prefix: string, id: string): string {
  return prefix + newestFirst(id)
}

/** The key of a row: `posts/<inverted _id>`. */
export function rowKey(table: TableName, id: string): string {
  return keyIn(`${table}/`, id)
}

/** The key of the `_id` of the row with this unique value: `users.id/1`. */
export function uniqueKey(table: TableName, field: string, value: string): string {
  return `${table}.${field}/${value}`
}

/**
 * The prefix of the `_id`s in a group: `comments.postId/<post>/`. All spellings of a username share one group.
 * The value is encoded because a slash would end it.
 */
export function groupPrefix(table: TableName, field: string, value: string): string {
  const name = field === 'username' ? encodeURIComponent(fold(value)) : value
  return `${table}.${field}/${name}/`
}

/**
 * Entries that are not rows but are removed with them: idempotency records, new addresses of moved pictures,
 * the expiry queue, the states of accounts, invitations, the keys of devices, ended sessions, the skeletons of usernames at a club, and the texts of posts for
 * the search.
 */
const entryKinds = [
  'idempotency',
  'moved',
  'expiry',
  'accounts',
  'invitations',
  'devices',
  'ended',
  'skeletons',
  'posts.text',
  'posts.packed',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** The prefix of the texts of all posts, in blocks. */
export const TEXT_BLOCKS = 'posts.text/'

/** The first part of the keys of kept counts (`counts.ts`). */
export const COUNTS = 'counts/'

/** The first part of the keys of notifications (`notifications.ts`), before `/` or `.`. */
export const NOTIFICATIONS = 'notifications'

/** The first part of the keys of reports (`reports.ts`), before `/` or `.`. */
export const REPORTS = 'reports'

/** The key of an entry that is not a row. */
export function entryKey(kind: EntryKind, id: string): string {
  return keyIn(`${kind}/`, id)
}

/**
 * The prefixes that a reset removes: every row, index entry, link, count and {@link EntryKind}. An idempotency
 * record that survived a reset would return rows that no longer exist.
 */
export const dataPrefixes = [
  ...Object.keys(indexes).flatMap((table) => [`${table}/`, `${table}.`]),
  ...[...linkKinds, ...entryKinds].map((kind) => `${kind}/`),
  COUNTS,
  ORDER,
  `${NOTIFICATIONS}/`,
  `${NOTIFICATIONS}.`,
  `${REPORTS}/`,
  `${REPORTS}.`,
]

/** Every index entry of a row; each holds the row's `_id`. */
export function indexKeys<Name extends TableName>(table: Name, row: Tables[Name]): string[] {
  const fields = row as unknown as Record<string, string>
  const { unique, groups } = indexes[table]
  return [
    ...unique.map((field) => uniqueKey(table, field, fields[field] ?? '')),
    ...groups.map((field) => keyIn(groupPrefix(table, field, fields[field] ?? ''), row._id)),
    ...picturesOf(row).map((url) => keyIn(groupPrefix(table, PICTURE, url), row._id)),
  ]
}
