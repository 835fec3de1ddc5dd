import type { Snapshot } from '../../src/contract/snapshot.ts'
import { Refused } from '../refused.ts'
import { tableNames } from '../store/data-set.ts'
import { indexes } from '../store/rows.ts'

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
  const check = (passed: boolean, field: string, problem: string) => {
    if (!passed) throw new Refused({ status: 400, text: `${field}: ${problem}` })
  }
  check(data.version === version, 'version', `must be ${version}, the one of this app`)

  const ids: Record<string, Set<string>> = {}
  for (const table of tableNames) {
    for (const field of [...indexes[table].unique, '_id']) {
      const seen = new Set<string>()
      for (const [index, row] of data[table].entries()) {
        const value = row[field as keyof typeof row]
        check(!seen.has(value), `${table}.${index}.${field}`, 'stands there twice')
        seen.add(value)
      }
      ids[`${table}.${field}`] = seen
    }
    const highest = data[table].reduce((most, { id }) => Math.max(most, Number(id)), 0)
    const enough = data.sequences[table] >= highest
    check(enough, `sequences.${table}`, `must be at least ${highest}, the highest id`)
  }

  for (const table of ['posts', 'comments', 'uploads'] as const) {
    for (const [index, row] of data[table].entries()) {
      const known = ids['users._id']?.has(row.userId) ?? false
      check(known, `${table}.${index}.userId`, 'names no user')
    }
  }
  for (const [index, { postId }] of data.comments.entries()) {
    check(ids['posts._id']?.has(postId) ?? false, `comments.${index}.postId`, 'names no post')
  }
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
