import { newestFirst } from './ids.ts'
import { indexes, PICTURE, picturesOf, type TableName, type Tables } from './tables.ts'

/** The table whose row stands at `key`; nothing if it is no row. */
export function tableOf(key: string): TableName | undefined {
  const name = key.slice(0, key.indexOf('/'))
  return Object.hasOwn(indexes, name) ? (name as TableName) : undefined
}

/** The key of an entry that belongs to `id`, in a list whose entries sort newest first. */
export function keyIn(prefix: string, id: string): string {
  return prefix + newestFirst(id)
}

/** Where a row stands: `posts/<_id turned round>`. */
export function rowKey(table: TableName, id: string): string {
  return keyIn(`${table}/`, id)
}

/** Where the `_id` of the row with this unique value stands: `users.id/1`. */
export function uniqueKey(table: TableName, field: string, value: string): string {
  return `${table}.${field}/${value}`
}

/**
 * Under which the `_id`s of a group stand: `comments.postId/<post>/`. All spellings of a username
 * share one group; it is encoded because a slash would end the name of the group.
 */
export function groupPrefix(table: TableName, field: string, value: string): string {
  const name = field === 'username' ? encodeURIComponent(usernameKey(value)) : value
  return `${table}.${field}/${name}/`
}

/**
 * Entries that are no rows but belong to the rows of the moment: idempotency records, the new
 * addresses of pictures that were moved, and the queue of what expires.
 */
export type EntryKind = 'idempotency' | 'moved' | 'expiry'

/** Where an entry that is no row stands. */
export function entryKey(kind: EntryKind, id: string): string {
  return keyIn(`${kind}/`, id)
}

/**
 * What a reset removes: every row, every index entry and every {@link EntryKind}. A record that
 * outlived its rows would answer a repeated request with rows that are gone.
 */
export const dataPrefixes = [
  ...Object.keys(indexes).flatMap((table) => [`${table}/`, `${table}.`]),
  ...(['idempotency', 'moved', 'expiry'] satisfies EntryKind[]).map((kind) => `${kind}/`),
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

/** Code points that show nothing by themselves: zero-width spaces, marks of direction, fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The form in which usernames are compared (R3.4): NFKC, lower case, trimmed and without
 * invisible code points, as in NFKC_Casefold (UAX #31). It does not depend on the locale.
 */
export function usernameKey(username: string): string {
  const lower = username.toWellFormed().normalize('NFKC').toLowerCase()
  return lower.replace(INVISIBLE, '').normalize('NFKC').trim()
}
