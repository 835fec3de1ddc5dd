import type { Snapshot } from '../../src/contract/snapshot.ts'
import { fold } from '../../src/contract/words.ts'
import { ApiError } from '../api-error.ts'
import { mostTaken } from '../domain/taken-likes.ts'
import { groupOf } from '../notifications/notifications.ts'
import { indexes, type TableName } from '../store/tables.ts'
import { tableNames } from './data-set.ts'

/** Each list of `_id`s, the table it refers to, and the list in that table that must contain the row in return. */
const RELATIONS = [
  ['users', 'followers', 'users', 'following'],
  ['users', 'following', 'users', 'followers'],
  ['users', 'bookmarks', 'posts', 'bookmarkedBy'],
  ['users', 'liked', 'posts', 'likedBy'],
  ['users', 'muted', 'users', undefined],
  ['posts', 'bookmarkedBy', 'users', 'bookmarks'],
  ['posts', 'likedBy', 'users', 'liked'],
  ['posts', 'dislikedBy', 'users', undefined],
  ['comments', 'upvotedBy', 'users', undefined],
  ['comments', 'downvotedBy', 'users', undefined],
] as const

/**
 * Checks the rules that the schema cannot express: rows are consistent with each other and with the app.
 * @throws ApiError 400 that names the field
 */
export function checkSnapshot(data: Snapshot, version: number): void {
  check(data.version === version, 'version', `must be ${version}, the version of this app's data`)
  checkRowIds(data)
  for (const table of tableNames) checkIds(data, table)
  checkOwners(data)
  checkRelations(data)
  checkVotes(data)
  checkNotifications(data)
}

/** An `_id` is unique across all tables. */
function checkRowIds(data: Snapshot): void {
  const seen = new Set<string>()
  for (const table of tableNames) {
    for (const [index, { _id }] of data[table].entries()) {
      check(!seen.has(_id), `${table}.${index}._id`, 'must be unique')
      seen.add(_id)
    }
  }
}

/** Unique values occur once in a table, and the next `id` is free. */
function checkIds(data: Snapshot, table: TableName): void {
  for (const field of [...indexes[table].unique, ...(table === 'users' ? ['username'] : [])]) {
    const seen = new Set<string>()
    for (const [index, row] of data[table].entries()) {
      const text = row[field as keyof typeof row]
      // As at sign-up: `Mira` and `mira` are the same name at log-in.
      const value = field === 'username' ? fold(text) : text
      check(!seen.has(value), `${table}.${index}.${field}`, 'must be unique')
      seen.add(value)
    }
  }
  const highest = data[table].reduce((most, { id }) => Math.max(most, Number(id)), 0)
  const enough = data.sequences[table] >= highest
  check(enough, `sequences.${table}`, `must be at least ${highest}, the highest id`)
}

/** A post or comment has an author, and a comment has a post. A picture can outlive its owner's account. */
function checkOwners({ users, posts, comments }: Snapshot): void {
  const userIds = new Set(users.map(({ _id }) => _id))
  for (const [table, rows] of Object.entries({ posts, comments })) {
    for (const [index, { userId }] of rows.entries()) {
      check(userIds.has(userId), `${table}.${index}.userId`, 'must be the _id of a user')
    }
  }
  const postIds = new Set(posts.map(({ _id }) => _id))
  for (const [index, { postId }] of comments.entries()) {
    check(postIds.has(postId), `comments.${index}.postId`, 'must be the _id of a post')
  }
}

/** A list has no duplicates, its rows exist, and where both sides have a list, they agree. */
function checkRelations(data: Snapshot): void {
  for (const [table, field, otherTable, mirror] of RELATIONS) {
    const others = new Map(data[otherTable].map((row) => [row._id, row]))
    const condition = mirror ? ` whose ${mirror} contains this _id` : ''
    const expected = `must contain only ${otherTable}${condition}`
    for (const [index, row] of data[table].entries()) {
      const ids = (row[field as keyof typeof row] ?? []) as unknown as string[]
      const place = `${table}.${index}.${field}`
      check(new Set(ids).size === ids.length, place, 'must not contain duplicates')
      check(
        !['following', 'muted'].includes(field) || !ids.includes(row._id),
        place,
        'must not contain the user itself',
      )
      for (const id of ids) {
        const other = others.get(id)
        const back = mirror && (other?.[mirror as keyof typeof other] as unknown as string[])
        const isMutual = other && (!back || back.includes(row._id))
        check(Boolean(isMutual), place, expected)
      }
    }
  }
}

/** No user both likes and dislikes a post, and its likes and dislikes can result in its count (R13.8). */
function checkVotes({ posts, comments }: Snapshot): void {
  for (const [index, { likeCount, likedBy, dislikedBy }] of posts.entries()) {
    check(
      areDisjoint(likedBy, dislikedBy),
      `posts.${index}.dislikedBy`,
      'must not contain a user of likedBy',
    )
    const least = likedBy.length - mostTaken(likedBy.length, dislikedBy.length)
    const fits = likeCount >= least && likeCount <= likedBy.length
    check(fits, `posts.${index}.likeCount`, `must be from ${least} to ${likedBy.length}`)
  }
  for (const [index, { upvotedBy, downvotedBy }] of comments.entries()) {
    const isEither = areDisjoint(upvotedBy, downvotedBy)
    check(isEither, `comments.${index}.downvotedBy`, 'must not contain a user of upvotedBy')
  }
}

/** The rows of a notification exist, and a user has one about each thing. */
function checkNotifications({ notifications = [], users, posts, comments }: Snapshot): void {
  const [userIds, postIds, commentIds] = [users, posts, comments].map(
    (rows) => new Set(rows.map(({ _id }) => _id)),
  )
  const seen = new Set<string>()
  for (const [index, row] of notifications.entries()) {
    const field = `notifications.${index}`
    const people = [row.userId, ...row.by.map(({ userId }) => userId)]
    const isOfUsers = people.every((id) => userIds?.has(id))
    check(isOfUsers && new Set(people).size === people.length, field, 'must name users, each once')
    const isOfPost = row.type === 'follow' ? !row.postId : postIds?.has(row.postId ?? '')
    check(Boolean(isOfPost), `${field}.postId`, 'must be the _id of a post, except of a follow')
    const texts = [row.commentId ?? [], row.comments ?? []].flat()
    const areComments = texts.every((id) => commentIds?.has(id))
    check(areComments, field, 'must name comments by their _id')
    for (const key of [`${row.userId}/${row._id}`, `${row.userId}/${groupOf(row)}`]) {
      check(!seen.has(key), field, 'must be unique')
      seen.add(key)
    }
  }
}

function areDisjoint(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).isDisjointFrom(new Set(others))
}

function check(passed: boolean, field: string, problem: string): void {
  if (!passed) throw new ApiError({ status: 400, text: `${field}: ${problem}` })
}
