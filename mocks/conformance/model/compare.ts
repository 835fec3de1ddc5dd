import type { CallName } from '../../../src/contract/calls.ts'
import { groupOf, type NotificationRow } from '../../notifications/notifications.ts'
import type { TableName } from '../../store/tables.ts'
import { storedRows } from '../../stored-rows.ts'
import {
  commentsOf,
  type ModelContent,
  type ModelNotification,
  type ModelUser,
  type World,
} from './world.ts'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

/** A timestamp of the format of R12.16 in seconds since 1970; `NaN` for any other text. */
export function secondsOf(timestamp: unknown): number {
  return TIMESTAMP.test(String(timestamp)) ? Date.parse(String(timestamp)) / 1000 : Number.NaN
}

/** The same text for equal data: sorted keys, timestamps in seconds. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (key, part) => {
    if (key === 'createdAt' || key === 'updatedAt') {
      return typeof part === 'number' ? part : secondsOf(part)
    }
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/**
 * @throws when the data differ, with the place of the first difference
 */
export function mustBeSame(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [canonical(actual), canonical(expected)]
  if (one === other) return
  let start = 0
  while (one[start] === other[start]) start++
  const around = (text: string) => text.slice(Math.max(0, start - 80), start + 80)
  throw new Error(`${what} differs:\n  is ${around(one)}\n  must be ${around(other)}`)
}

const idsOf = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id)
const sorted = (rows: readonly { _id: string }[]) =>
  rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))

/** Checks that the store holds exactly the model's data. Throws when they differ. */
export function checkAgainstModel(entries: ReadonlyMap<string, unknown>, world: World): void {
  const { users, posts, uploads } = world.data
  const expected: Record<TableName, { _id: string }[]> = {
    users: users.map(userRow),
    posts: posts.map((post) => ({
      ...contentRow(post),
      likeCount: post.likeCount,
      likedBy: idsOf(post.likedBy),
      dislikedBy: idsOf(post.dislikedBy),
    })),
    comments: commentsOf(world.data).map((comment) => ({
      ...contentRow(comment),
      postId: comment.post._id,
      upvotedBy: idsOf(comment.upvotedBy),
      downvotedBy: idsOf(comment.downvotedBy),
    })),
    uploads: uploads.map(({ owner, size: _, ...upload }) => ({ ...upload, userId: owner._id })),
  }
  const notified = [...entries].filter(([key]) => key.startsWith('notifications/'))
  mustBeSame(
    notified.map(([, row]) => notificationRow(row as NotificationRow)).sort(),
    world.data.notifications.map(modelNotification).sort(),
    'What notifications are stored',
  )
  const stored = storedRows(entries)
  for (const [table, rows] of Object.entries(expected)) {
    const comparable = [...stored[table as TableName].values()].map(withoutSecrets)
    mustBeSame(sorted(comparable), sorted(rows), `What ${table} are stored`)
  }
}

/** Without the `_id`s of events, which the model does not know. */
function notificationRow({ userId, group, commentId, by }: NotificationRow): string {
  return JSON.stringify([userId, group, commentId, by.map((event) => event.userId)])
}

function modelNotification({ user, type, post, comment, by }: ModelNotification): string {
  const group = groupOf({ type, postId: post?._id, commentId: comment?._id })
  return JSON.stringify([user._id, group, comment?._id, by.map((event) => event.user._id)])
}

/** Omits hashes, which are random, bytes, which are long, and fields that `checkRows` checks. */
function withoutSecrets(row: { _id: string }): { _id: string } {
  const {
    password: _,
    bytes: __,
    bookmarkedBy: ___,
    takenLikes: ____,
    sessions: _____,
    ...rest
  } = row as Record<string, unknown>
  return rest as { _id: string }
}

function userRow({ password: _, sessions: __, ...user }: ModelUser) {
  const { followers, following, bookmarks, liked, muted } = user
  const lists = { followers, following, bookmarks, liked, muted }
  const ids = Object.entries(lists).map(([field, things]) => [field, idsOf(things)])
  return { ...user, ...(Object.fromEntries(ids) as object) }
}

function contentRow(content: ModelContent) {
  const { _id, id, author, content: text, createdAt, updatedAt } = content
  const { imageUrl, imageAlt, images } = content
  const pictures = { imageUrl, imageAlt, images }
  return { _id, id, userId: author._id, content: text, ...pictures, createdAt, updatedAt }
}

/** An upper bound for the fields of a record without its texts, in characters. */
const RECORD = 700
const SECRET = /pbkdf2\$\d{3,}|"(password|hash|salt|token-key)"/

/** Throws when a reply contains a secret, or is longer than its data explain. */
export function checkReply(name: CallName, data: unknown, { data: world }: World): void {
  // A snapshot contains everything that is needed to restore the data.
  if (name === 'GET /api/mock/snapshot' || data instanceof Blob) return
  const text = JSON.stringify(data)
  const secret = SECRET.exec(text)
  if (secret) throw new Error(`${name} tells ${secret[0]}`)
  const { users, posts } = world
  const comments = commentsOf(world)
  const lists = [
    ...users.flatMap((user) => [
      ...[user.followers, user.following, user.muted],
      ...[user.bookmarks, user.liked],
    ]),
    ...posts.flatMap((post) => [post.likedBy, post.dislikedBy]),
    ...comments.flatMap((comment) => [comment.upvotedBy, comment.downvotedBy]),
  ]
  const records = [...users, ...posts, ...comments]
  const longest = Math.max(0, ...records.map((record) => JSON.stringify(textsOf(record)).length))
  // Each record once, and a copy for each relation between two of them; a like returns two lists.
  const most = 2 * (records.length + lists.flat().length + 1) * (RECORD + longest)
  if (text.length > most) throw new Error(`${name} answers ${text.length} characters, over ${most}`)
}

function textsOf(record: object): unknown[] {
  const { content, imageAlt, bio, firstName, name, username, profilePhoto, coverPhoto, extra } =
    record as Record<string, unknown>
  return [content, imageAlt, bio, firstName, name, username, profilePhoto, coverPhoto, extra]
}
