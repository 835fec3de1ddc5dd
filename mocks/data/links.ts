import type { CommentRow, PostRow, TableName, UserRow } from './tables.ts'

/**
 * The lists of rows that grow with the crowd. Each link of a row to another is a key of its own, so that a crowd
 * on one post does not rewrite one value:
 *
 *     votes/<post>/likedBy/<post>/<user>         votes/<post>/upvotedBy/<comment>/<user>
 *     lists/<user>/bookmarks/<user>/<post>       marks/<post>/bookmarkedBy/<post>/<user>
 *
 * All votes on a post and its comments share a prefix, and so do all lists of a user: one scan reads them.
 */
export type Lists = {
  users: { followers: string[]; following: string[]; bookmarks: string[]; liked: string[] }
  posts: { likedBy: string[]; dislikedBy: string[]; bookmarkedBy: string[] }
  comments: { upvotedBy: string[]; downvotedBy: string[] }
}
export type ListName = keyof (Lists['users'] & Lists['posts'] & Lists['comments'])
/** The first parts of the keys of links. */
export const linkKinds = ['votes', 'lists', 'marks'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Where each list is stored, and the list of the other row that names this one in return. */
export const lists: Record<ListName, { table: keyof Lists; kind: LinkKind; mirror?: ListName }> = {
  followers: { table: 'users', kind: 'lists', mirror: 'following' },
  following: { table: 'users', kind: 'lists', mirror: 'followers' },
  /** Posts, the newest bookmark or like last. */
  bookmarks: { table: 'users', kind: 'lists', mirror: 'bookmarkedBy' },
  liked: { table: 'users', kind: 'lists', mirror: 'likedBy' },
  likedBy: { table: 'posts', kind: 'votes', mirror: 'liked' },
  dislikedBy: { table: 'posts', kind: 'votes' },
  /** In no reply: names the bookmarks to remove when the post is deleted. */
  bookmarkedBy: { table: 'posts', kind: 'marks', mirror: 'bookmarks' },
  upvotedBy: { table: 'comments', kind: 'votes' },
  downvotedBy: { table: 'comments', kind: 'votes' },
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
