import type { Call } from '../../src/contract/call.ts'
import type { Comment, Post, User } from '../../src/contract/entities.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../../src/contract/viewed.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { serializeComments, serializePosts, serializeUsers } from './serialize.ts'
import { viewComments, viewPosts, viewUsers } from './serialize-viewed.ts'

/** The form of the rows in a reply, which the request prefers (R12.27). The results are in the order of the rows. */
export type Representation = {
  user: (row: UserRow) => Promise<User | ViewedUser>
  users: (rows: readonly UserRow[]) => Promise<User[] | ViewedUser[]>
  posts: (rows: readonly PostRow[]) => Promise<Post[] | ViewedPost[]>
  comments: (rows: readonly CommentRow[]) => Promise<Comment[] | ViewedComment[]>
  /** Liked posts beside the post itself, which a short reply does not repeat. */
  liked: (rows: readonly PostRow[]) => Promise<Post[] | { _id: string }[]>
}

/** Rows with everybody who likes, follows and votes, as in the specification. */
export function fullRows(tx: Transaction): Representation {
  const users = (rows: readonly UserRow[]) => serializeUsers(tx, rows)
  return {
    users,
    user: async (row) => one(await users([row])),
    posts: (rows) => serializePosts(tx, rows),
    comments: (rows) => serializeComments(tx, rows),
    liked: (rows) => serializePosts(tx, rows),
  }
}

/** Rows that name only the viewer, if there is one, and count the others. */
export function viewedRows(tx: Transaction, viewer: UserRow | undefined): Representation {
  const users = (rows: readonly UserRow[]) => viewUsers(tx, rows, viewer)
  return {
    users,
    user: async (row) => one(await users([row])),
    posts: (rows) => viewPosts(tx, rows, viewer),
    comments: (rows) => viewComments(tx, rows, viewer),
    liked: async (rows) => rows.map(({ _id }) => ({ _id })),
  }
}

function one<Row>([row]: Row[]): Row {
  return row as Row
}

const PEOPLE_OWN = /(^|,)\s*people\s*=\s*"?own"?\s*(,|;|$)/i

/** Whether a request prefers `people=own` (RFC 7240). */
export function prefersOwn(request: Request): boolean {
  return PEOPLE_OWN.test(request.headers.get('Prefer') ?? '')
}

export type Preferences = {
  /** Lists of people name only the viewer (R12.27). */
  isOwn: boolean
  /** The reply to a write has only what it changed. */
  isMinimal: boolean
}

/** The preferences of a request that its call can follow. @param headers of the reply, which say so */
export function applyPreferences(request: Request, call: Call, headers: Headers): Preferences {
  const isMinimal = /\breturn=minimal\b/.test(request.headers.get('Prefer') ?? '')
  const applied = {
    'return=minimal': isMinimal && Boolean(call.writes && !call.control),
    'people=own': !call.control && prefersOwn(request),
  }
  const names = Object.entries(applied).flatMap(([name, isApplied]) => (isApplied ? name : []))
  if (names.length > 0) headers.set('Preference-Applied', names.join(', '))
  return { isOwn: applied['people=own'], isMinimal: applied['return=minimal'] }
}
