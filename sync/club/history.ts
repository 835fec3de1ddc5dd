import { readTime } from '../../mocks/domain/settings.ts'
import { publicKey } from '../../mocks/domain/token.ts'
import { type NotificationRow, notificationsOf } from '../../mocks/notifications/notifications.ts'
import type { CommentRow, PostRow, UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { COPIED_NOTIFICATIONS } from '../local-calls.ts'
import { type History, REPLICA_VERSION } from '../protocol.ts'
import { mutedEntries, notificationEntries, rowEntries } from './row-entries.ts'
import { lastCursor } from './write-log.ts'

type Options = { before?: string; viewers: readonly string[]; owners: readonly string[] }

/** The maximum of rows in one part of a copy. */
export type PartLimits = {
  posts: number
  /** For each post, the newest. */
  comments: number
  /** The newest, besides the authors; only in the first part. */
  users: number
}
const PART_LIMITS: PartLimits = { posts: 200, comments: 20, users: 200 }

/** The characters of the texts in one part, about; each row counts as some more. */
const LENGTH = 400_000
const ROW_LENGTH = 400

/**
 * A part of the club's data for a new replica: posts, newest first, with their newest comments and all authors. The first
 * part has the newest users, too.
 * @param options.before the oldest post of the part before
 * @param options.viewers the `_id`s of the users of the device
 * @param options.owners those of them who have proved it by a token
 * @returns `undefined` if the club has no public key
 */
export async function readHistory(
  tx: Transaction,
  { before, viewers, owners }: Options,
  limits = PART_LIMITS,
): Promise<History | undefined> {
  const listed = await tx.list('posts', { before, limit: limits.posts })
  const ids = listed.map(({ _id }) => _id)
  const threads = await tx.listByEach('comments', 'postId', ids, { limit: limits.comments })
  const posts = withinLength(listed, threads)
  const comments = threads.slice(0, posts.length).flat()
  const isFirst = before === undefined
  const someUsers = isFirst ? await tx.list('users', { limit: limits.users + 1 }) : []
  const newest = someUsers.slice(0, limits.users)
  const known = new Set(newest.map(({ _id }) => _id))
  const notifications = isFirst ? await listNotifications(tx, owners) : []
  const others = new Set([
    ...[...posts, ...comments].map(({ userId }) => userId),
    ...(isFirst ? viewers : []),
    ...notifications.flatMap(({ by }) => by.map(({ userId }) => userId)),
  ])
  const users: UserRow[] = [
    ...newest,
    ...(await tx.getMany(
      'users',
      [...others].filter((id) => !known.has(id)),
    )),
  ]
  const next =
    posts.length < listed.length || listed.length === limits.posts ? posts.at(-1)?._id : undefined
  const part = {
    version: REPLICA_VERSION,
    now: await readTime(tx),
    entries: [
      ...(await rowEntries(tx, { users, posts, comments }, { viewers, owners })),
      ...(isFirst ? await notificationEntries(tx, owners, notifications) : []),
      ...(isFirst ? await mutedEntries(tx, owners) : []),
    ],
    next,
  }
  if (!isFirst) return part
  const key = await publicKey(tx)
  if (!key) return undefined
  const hasAllUsers = someUsers.length <= limits.users
  return { ...part, first: { cursor: await lastCursor(tx), key, hasAllUsers } }
}

async function listNotifications(
  tx: Transaction,
  owners: readonly string[],
): Promise<NotificationRow[]> {
  const page = { limit: COPIED_NOTIFICATIONS }
  return (await Promise.all(owners.map((userId) => notificationsOf(tx).list(userId, page)))).flat()
}

/** The first posts that are not too long for one part with their comments, at least one. */
function withinLength(posts: PostRow[], threads: readonly CommentRow[][]): PostRow[] {
  let length = 0
  const end = posts.findIndex((post, index) => {
    for (const { content } of [post, ...(threads[index] ?? [])])
      length += content.length + ROW_LENGTH
    return index > 0 && length > LENGTH
  })
  return end < 0 ? posts : posts.slice(0, end)
}
