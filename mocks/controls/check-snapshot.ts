import type { Snapshot } from '../../src/contract/snapshot.ts'
import { Refused } from '../refused.ts'
import { tableNames } from '../store/data-set.ts'
import { indexes, type TableName } from '../store/rows.ts'

/** Lists of rows, and the list in each of those rows that must name this one. */
const BONDS = [
  ['users', 'followers', 'following'],
  ['users', 'following', 'followers'],
  ['users', 'bookmarks', 'bookmarkedBy'],
  ['users', 'liked', 'likedBy'],
  ['posts', 'bookmarkedBy', 'bookmarks'],
  ['posts', 'likedBy', 'liked'],
  ['posts', 'dislikedBy'],
  ['comments', 'upvotedBy'],
  ['comments', 'downvotedBy'],
] as const

/**
 * What the shape cannot tell: that the rows fit each other and the app.
 * @throws Refused 400 that names the field
 */
export function checkSnapshot(data: Snapshot, version: number): void {
  check(data.version === version, 'version', `must be ${version}, the one of this app`)
  for (const table of tableNames) checkIds(data, table)
  checkOwners(data)
  checkBonds(data)
}

/** What is unique in a table stands there once, and the next `id` is free. */
function checkIds(data: Snapshot, table: TableName): void {
  // Usernames to the letter: those of version 1 may differ by their spelling only (`usersNamed`).
  for (const field of [
    ...indexes[table].unique,
    '_id',
    ...(table === 'users' ? ['username'] : []),
  ]) {
    const seen = new Set<string>()
    for (const [index, row] of data[table].entries()) {
      const value = row[field as keyof typeof row]
      check(!seen.has(value), `${table}.${index}.${field}`, 'stands there twice')
      seen.add(value)
    }
  }
  const highest = data[table].reduce((most, { id }) => Math.max(most, Number(id)), 0)
  const enough = data.sequences[table] >= highest
  check(enough, `sequences.${table}`, `must be at least ${highest}, the highest id`)
}

/** What somebody wrote has an author, and a comment its post. */
function checkOwners({ users, posts, comments, uploads }: Snapshot): void {
  const userIds = new Set(users.map(({ _id }) => _id))
  for (const [table, rows] of Object.entries({ posts, comments, uploads })) {
    for (const [index, { userId }] of rows.entries()) {
      check(userIds.has(userId), `${table}.${index}.userId`, 'names no user')
    }
  }
  const postIds = new Set(posts.map(({ _id }) => _id))
  for (const [index, { postId }] of comments.entries()) {
    check(postIds.has(postId), `comments.${index}.postId`, 'names no post')
  }
}

/** Who is named on a list names whom the list belongs to, where both keep one. */
function checkBonds(data: Snapshot): void {
  const rows: Record<string, Record<string, unknown>> = {}
  for (const table of tableNames) for (const row of data[table]) rows[row._id] = row
  for (const [table, field, mirror] of BONDS) {
    for (const [index, row] of data[table].entries()) {
      for (const id of row[field as keyof typeof row] as unknown as string[]) {
        const back = rows[id]?.[mirror ?? 'following']
        const known = Array.isArray(back) && (!mirror || back.includes(row._id))
        check(known, `${table}.${index}.${field}`, `names what does not name it`)
      }
    }
  }
}

function check(passed: boolean, field: string, problem: string): void {
  if (!passed) throw new Refused({ status: 400, text: `${field}: ${problem}` })
}
