import type { Comment, Post, PostCopy, User, UserCopy } from '../../src/contract/entities.ts'
import type { CommentRow, PostRow, UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { mapInSlices } from '../slices.ts'
import { signToken } from './token.ts'

type ReplyOptions = {
  viewer: UserRow | undefined
  /** The post of the path, whose comments a full reply lists. */
  postId: string | undefined
  /** Lists contain everything, not only the changed rows. */
  full: boolean
}

/**
 * Builds the reply to a write from its result, which names rows by `_id`. A repeated write has the same result,
 * but its reply shows the rows in their current state.
 */
export async function serializeResult(
  tx: Transaction,
  result: object,
  { viewer, postId = '', full }: ReplyOptions,
): Promise<object> {
  const person = viewer && (await tx.get('users', viewer._id))
  /** Posts of a list of the viewer, newest last: all of them, or those of `ids`. */
  const marked = async (list: readonly string[] = [], ids: readonly string[]) => {
    const shown = full ? list.toReversed() : list.filter((id) => ids.includes(id))
    return serializePosts(tx, await tx.getMany('posts', shown))
  }
  const user = async (id: string) => (await serializeUsers(tx, await tx.getMany('users', [id])))[0]
  const fields: Record<string, (value: never) => Promise<unknown>> = {
    user,
    followUser: user,
    createdUser: user,
    async encodedToken(id: string) {
      const row = await tx.get('users', id)
      return row && signToken(tx, row)
    },
    liked: (ids: string[]) => marked(person?.liked, ids),
    bookmarks: (ids: string[]) => marked(person?.bookmarks, ids),
    posts: async (ids: string[]) =>
      serializePosts(tx, full ? await tx.list('posts') : await tx.getMany('posts', ids)),
    async comments(ids: string[]) {
      if (!full) return serializeComments(tx, await tx.getMany('comments', ids))
      const post = await tx.get('posts', postId)
      return serializeComments(tx, post ? await tx.listBy('comments', 'postId', post._id) : [])
    },
  }
  const reply: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(result)) {
    reply[field] = fields[field] ? await fields[field](value as never) : value
  }
  return reply
}

/** Users in the form of a reply, in the order of `rows`. */
export async function serializeUsers(tx: Transaction, rows: readonly UserRow[]): Promise<User[]> {
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [...row.followers, ...row.following]),
  )
  const posts = new Map<string, PostRow>()
  for (const post of await tx.getMany('posts', distinct(rows.flatMap(postsOf)))) {
    posts.set(post._id, post)
  }
  const authors = await usersOf(
    tx,
    [...posts.values()].map((post) => post.userId),
  )
  const postCopies = (ids: readonly string[]) =>
    present(ids, (id) => posts.get(id)).map((post) => serializePostCopy(post, authors))

  return mapInSlices(rows, (row) => ({
    ...row.extra,
    name: row.name,
    ...serializeUserCopy(row),
    followers: present(row.followers, people).map(serializeUserCopy),
    following: present(row.following, people).map(serializeUserCopy),
    bookmarks: postCopies(row.bookmarks),
    liked: postCopies(row.liked),
  }))
}

export async function serializeUser(tx: Transaction, row: UserRow): Promise<User> {
  const [user] = await serializeUsers(tx, [row])
  return user as User
}

function postsOf(row: UserRow): string[] {
  return [...row.bookmarks, ...row.liked]
}

/** Above this number of posts one read of all comments is cheaper than a read for each post. */
const READ_ALL_COMMENTS_FROM = 100

/** Posts in the form of a reply, with their comments, in the order of `rows`. */
export async function serializePosts(tx: Transaction, rows: readonly PostRow[]): Promise<Post[]> {
  const comments = await commentsOf(tx, rows)
  const views = await serializeComments(tx, [...comments.values()].flat())
  const viewById = new Map(views.map((view) => [view._id, view]))
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.likedBy, ...row.dislikedBy]),
  )
  return mapInSlices(rows, (row) => ({
    ...serializePostCopy(row, people),
    likes: {
      likeCount: row.likeCount,
      likedBy: present(row.likedBy, people).map(serializeUserCopy),
      dislikedBy: present(row.dislikedBy, people).map(serializeUserCopy),
    },
    comments: present(comments.get(row._id) ?? [], ({ _id }) => viewById.get(_id)),
  }))
}

async function commentsOf(
  tx: Transaction,
  posts: readonly PostRow[],
): Promise<Map<string, CommentRow[]>> {
  if (posts.length > READ_ALL_COMMENTS_FROM) {
    return Map.groupBy(await tx.list('comments'), (comment) => comment.postId)
  }
  const ofEach = await Promise.all(posts.map(({ _id }) => tx.listBy('comments', 'postId', _id)))
  return new Map(posts.map((post, index) => [post._id, ofEach[index] ?? []]))
}

/** Comments in the form of a reply, in the order of `rows`. */
export async function serializeComments(
  tx: Transaction,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.upvotedBy, ...row.downvotedBy]),
  )
  return mapInSlices(rows, (row) => ({
    ...serializeContent(row, people),
    votes: {
      upvotedBy: present(row.upvotedBy, people).map(serializeUserCopy),
      downvotedBy: present(row.downvotedBy, people).map(serializeUserCopy),
    },
  }))
}

/** A post inside a user. */
function serializePostCopy(row: PostRow, people: UserById): PostCopy {
  return { ...serializeContent(row, people), likes: { likeCount: row.likeCount } }
}

/** The common fields of posts and comments: the text, and the current data of the author. */
function serializeContent(row: PostRow | CommentRow, people: UserById) {
  const { _id, id, content, imageUrl, imageAlt, userId, createdAt, updatedAt } = row
  const author = people(userId)
  const username = author?.username ?? ''
  const userPhoto = author ? author.profilePhoto.chosen || author.profilePhoto.default : ''
  const picture = { imageUrl, imageAlt }
  return { _id, id, content, ...picture, username, userPhoto, userId, createdAt, updatedAt }
}

/** A user inside a user, a post or a comment. */
function serializeUserCopy(row: UserRow): UserCopy {
  const { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt } = row
  return { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt }
}

type UserById = (id: string) => UserRow | undefined

/** The users with the `_id`s that rows name, in one read. */
async function usersOf(tx: Transaction, ids: readonly string[]): Promise<UserById> {
  const rows = await tx.getMany('users', distinct(ids))
  const byId = new Map(rows.map((row) => [row._id, row]))
  return (id) => byId.get(id)
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

/** The results of `find` for each item, without `undefined`. */
function present<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found[] {
  return items.map(find).filter((found) => found !== undefined)
}
