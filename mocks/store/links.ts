import { newestFirst } from './ids.ts'
import type { CommentRow, PostRow, TableName, UserRow } from './tables.ts'

/**
 * The lists of rows that grow with the crowd. Each link of a row to another is a key of its own, so that a crowd
 * on one post does not rewrite one value:
 *
 *     votes/<post>/likedBy/<post>/<user>         votes/<post>/upvotedBy/<comment>/<user>
 *     lists/<user>/bookmarks/<user>/<post>       marks/<post>/bookmarkedBy/<post>/<user>
 *
 * All votes on a post and its comments share a prefix, and so do all lists of a user: one scan reads them. Replies
 * that must not grow with the crowd read single links, kept counts (`counts.ts`) and the order of a list, by pages:
 *
 *     order/lists/<user>/bookmarks/<user>/<inverted moment>-<post>
 */
export type Lists = {
  users: {
    followers: string[]
    following: string[]
    bookmarks: string[]
    liked: string[]
    muted?: string[]
  }
  posts: { likedBy: string[]; dislikedBy: string[]; bookmarkedBy: string[] }
  comments: { upvotedBy: string[]; downvotedBy: string[] }
}
export type ListName = keyof (Lists['users'] & Lists['posts'] & Lists['comments'])
/** The first parts of the keys of links. */
export const linkKinds = ['votes', 'lists', 'marks'] as const
export type LinkKind = (typeof linkKinds)[number]

type ListType = {
  table: keyof Lists
  kind: LinkKind
  /** The list of the other row that names this one in return. */
  mirror?: ListName
  /** Its length is kept (`counts.ts`). */
  isCounted?: true
  /** Its order is kept, so that a page of it can be read, newest first. */
  isOrdered?: true
  /** Only its owner learns of it, by a token. */
  isOwn?: true
}

/** Where each list is stored. */
export const lists: Record<ListName, ListType> = {
  followers: {
    table: 'users',
    kind: 'lists',
    mirror: 'following',
    isCounted: true,
    isOrdered: true,
  },
  following: {
    table: 'users',
    kind: 'lists',
    mirror: 'followers',
    isCounted: true,
    isOrdered: true,
  },
  /** Posts, the newest bookmark or like last. */
  bookmarks: { table: 'users', kind: 'lists', mirror: 'bookmarkedBy', isOrdered: true },
  liked: { table: 'users', kind: 'lists', mirror: 'likedBy' },
  /** Without a mirror: nobody is told who mutes them. */
  muted: { table: 'users', kind: 'lists', isOrdered: true, isOwn: true },
  likedBy: { table: 'posts', kind: 'votes', mirror: 'liked', isCounted: true },
  dislikedBy: { table: 'posts', kind: 'votes' },
  /** In no reply: names the bookmarks to remove when the post is deleted. */
  bookmarkedBy: { table: 'posts', kind: 'marks', mirror: 'bookmarks' },
  upvotedBy: { table: 'comments', kind: 'votes', isCounted: true },
  downvotedBy: { table: 'comments', kind: 'votes', isCounted: true },
}

/** The names of the lists of the rows of a table. */
export function listsOf(table: TableName): ListName[] {
  return (Object.keys(lists) as ListName[]).filter((list) => lists[list].table === table)
}

/** The part of a row that its links need. A comment's are stored with those of its post. */
export type Linked = { _id: string; postId?: string }

/** The value of a link. `at` sorts by time. */
export type Link = readonly [at: string, list: ListName, from: string, to: string]

/** The prefix of all links of this kind that belong to a user, or to a post and its comments. */
export function linkGroup(kind: LinkKind, id: string): string {
  return `${kind}/${id}/`
}

/** The prefix of the links of one list of a row. */
export function linkPrefix(list: ListName, { _id, postId = _id }: Linked): string {
  return `${linkGroup(lists[list].kind, postId)}${list}/${_id}/`
}

export function linkKey(list: ListName, from: Linked, to: string): string {
  return linkPrefix(list, from) + to
}

/** The first part of the keys that hold the order of lists. */
export const ORDER = 'order/'

/** The prefix of the order of a list, newest first. Its values are the `_id`s in the list. */
export function orderPrefix(list: ListName, from: Linked): string {
  return ORDER + linkPrefix(list, from)
}

/** The key of a link in the order of its list. */
export function orderKey(from: Linked, [at, list, , to]: Link): string {
  return `${orderPrefix(list, from)}${newestFirst(at)}-${to}`
}

/** A new link. @param at its moment */
export function newLink(list: ListName, from: Linked, to: string, at: string): Link {
  return [at, list, from._id, to]
}

/** The `n`th link of a list whose times are unknown: it sorts before new ones. */
export function nthLink(n: number, list: ListName, from: Linked, to: string): Link {
  return [n.toString(16).padStart(15, '0'), list, from._id, to]
}

/** Whether a stored value is a link. Others are skipped, like incomplete rows. */
export function isLink(value: unknown): value is Link {
  return (
    Array.isArray(value) && value.length === 4 && value.every((part) => typeof part === 'string')
  )
}

/** The lists of rows, oldest link first; empty for a row without links. */
export class LinkLists {
  readonly #lists: Map<string, Link[]>

  constructor(links: readonly Link[]) {
    this.#lists = Map.groupBy(links, ([, list, from]) => `${list}/${from}`)
    for (const list of this.#lists.values()) list.sort(([a], [b]) => (a < b ? -1 : 1))
  }

  of(list: ListName, id: string): string[] {
    return this.#lists.get(`${list}/${id}`)?.map(([, , , to]) => to) ?? []
  }
}

/** Rows of the tables with their lists, as in a snapshot. */
export type UserWithLists = UserRow & Lists['users']
export type PostWithLists = Omit<PostRow, 'takenLikes'> & Lists['posts'] & { likeCount: number }
export type CommentWithLists = CommentRow & Lists['comments']

/** One list that contains a link. */
export type Side = { list: ListName; from: Linked; to: Linked }

/** The link itself and, if its list has a mirror, the one in return. */
export function sides(list: ListName, from: Linked, to: Linked): Side[] {
  const { mirror } = lists[list]
  return [{ list, from, to }, ...(mirror ? [{ list: mirror, from: to, to: from }] : [])]
}
