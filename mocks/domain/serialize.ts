import { extraFields } from '../../src/contract/auth.ts'
import type { Comment, Post, PostCopy, User, UserCopy } from '../../src/contract/entities.ts'
import { mapInSlices } from '../slices.ts'
import type { LinkKind, LinkLists, ListName } from '../store/links.ts'
import type { CommentRow, PostRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'

/**
 * Above this number of rows one read of a whole table is cheaper than a read for each row. A page of users names a few
 * hundred posts, and so do the bookmarks of one: their cost must not grow with the number of posts.
 */
const READ_ALL_FROM = 1000

/** Users in the form of a reply, in the order of `rows`. */
export async function serializeUsers(tx: Transaction, rows: readonly UserRow[]): Promise<User[]> {
  const lists = await linksOf(tx, 'lists', rows)
  const idsIn = (row: UserRow, ...names: ListName[]) =>
    names.flatMap((name) => lists.of(name, row._id))
  const people = await usersOf(
    tx,
    rows.flatMap((row) => idsIn(row, 'followers', 'following')),
  )
  const postIds = distinct(rows.flatMap((row) => idsIn(row, 'bookmarks', 'liked')))
  const posts = await tx.getMany('posts', postIds)
  const likeCounts = await countLikes(tx, posts)
  const authors = await usersOf(
    tx,
    posts.map((post) => post.userId),
  )
  const copies = new Map(
    posts.map((post, index) => [
      post._id,
      serializePostCopy(post, authors, likeCounts[index] ?? 0),
    ]),
  )
  const postsIn = (row: UserRow, list: ListName) =>
    present(idsIn(row, list), (id) => copies.get(id))
  const peopleIn = (row: UserRow, list: ListName) =>
    present(idsIn(row, list), people).map(serializeUserCopy)

  return mapInSlices(rows, (row) => ({
    ...extraFields(row.extra),
    name: row.name,
    ...serializeUserCopy(row),
    followers: peopleIn(row, 'followers'),
    following: peopleIn(row, 'following'),
    bookmarks: postsIn(row, 'bookmarks'),
    liked: postsIn(row, 'liked'),
  }))
}

/** The links of these users, or of these posts and their comments. */
function linksOf(
  tx: Transaction,
  kind: LinkKind,
  rows: readonly { _id: string }[],
): Promise<LinkLists> {
  return tx.links.read(kind, rows.length > READ_ALL_FROM ? undefined : rows.map(({ _id }) => _id))
}

/** The number of likes of each post. */
export async function countLikes(tx: Transaction, posts: readonly PostRow[]): Promise<number[]> {
  const liked = await tx.links.count('likedBy', posts)
  return posts.map(({ takenLikes }, index) => (liked[index] ?? 0) - takenLikes)
}

/** Posts in the form of a reply, with their comments, in the order of `rows`. */
export async function serializePosts(tx: Transaction, rows: readonly PostRow[]): Promise<Post[]> {
  const [comments, votes] = await Promise.all([commentsOf(tx, rows), linksOf(tx, 'votes', rows)])
  const all = [...comments.values()].flat()
  const people = await usersOf(tx, [
    ...rows.flatMap((row) => [row.userId, ...votersOf(votes, row, 'likedBy', 'dislikedBy')]),
    ...all.flatMap((row) => [row.userId, ...votersOf(votes, row, 'upvotedBy', 'downvotedBy')]),
  ])
  const votersIn = (row: PostRow, list: ListName) =>
    present(votes.of(list, row._id), people).map(serializeUserCopy)
  return mapInSlices(rows, (row) => ({
    ...serializeContent(row, people),
    likes: {
      likeCount: likeCountOf(row, votes),
      likedBy: votersIn(row, 'likedBy'),
      dislikedBy: votersIn(row, 'dislikedBy'),
    },
    comments: (comments.get(row._id) ?? []).map((comment) =>
      serializeComment(comment, votes, people),
    ),
  }))
}

function likeCountOf({ _id, takenLikes }: PostRow, votes: LinkLists): number {
  return votes.of('likedBy', _id).length - takenLikes
}

function votersOf(votes: LinkLists, row: { _id: string }, ...names: ListName[]): string[] {
  return names.flatMap((name) => votes.of(name, row._id))
}

async function commentsOf(
  tx: Transaction,
  posts: readonly PostRow[],
): Promise<Map<string, CommentRow[]>> {
  if (posts.length > READ_ALL_FROM) {
    return Map.groupBy(await tx.list('comments'), (comment) => comment.postId)
  }
  const ids = posts.map(({ _id }) => _id)
  const ofEach = await tx.listByEach('comments', 'postId', ids)
  return new Map(ids.map((id, index) => [id, ofEach[index] ?? []]))
}

const FEW_COMMENTS = 10

/** Comments in the form of a reply, in the order of `rows`. */
export async function serializeComments(
  tx: Transaction,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  // All votes on a post are read at once, those on its other comments and the likes, too.
  const votes =
    rows.length > FEW_COMMENTS
      ? await tx.links.read('votes', distinct(rows.map((row) => row.postId)))
      : await tx.links.readLists(['upvotedBy', 'downvotedBy'], rows)
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...votersOf(votes, row, 'upvotedBy', 'downvotedBy')]),
  )
  return mapInSlices(rows, (row) => serializeComment(row, votes, people))
}

function serializeComment(row: CommentRow, votes: LinkLists, people: UserById): Comment {
  const votersIn = (list: ListName) =>
    present(votes.of(list, row._id), people).map(serializeUserCopy)
  return {
    ...serializeContent(row, people),
    votes: { upvotedBy: votersIn('upvotedBy'), downvotedBy: votersIn('downvotedBy') },
  }
}

/** A post inside a user. */
function serializePostCopy(row: PostRow, people: UserById, likeCount: number): PostCopy {
  return { ...serializeContent(row, people), likes: { likeCount } }
}

/** The common fields of posts and comments: the text, and the current data of the author. */
export function serializeContent(row: PostRow | CommentRow, people: UserById) {
  const { _id, id, content, userId, createdAt, updatedAt, arrivedAt } = row
  const { imageUrl, imageAlt, images } = row
  const author = people(userId)
  const { username = '', firstName = '' } = author ?? {}
  const userPhoto = author ? author.profilePhoto.chosen || author.profilePhoto.default : ''
  const picture = { imageUrl, imageAlt, images }
  const by = { username, firstName, userPhoto, userId }
  return { _id, id, content, ...picture, ...by, createdAt, updatedAt, arrivedAt }
}

/** A user inside a user, a post or a comment. */
export function serializeUserCopy(row: UserRow): UserCopy {
  const { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt } = row
  return { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt }
}

type UserById = (id: string) => UserRow | undefined

/** The users with the `_id`s that rows name, in one read. */
export async function usersOf(tx: Transaction, ids: readonly string[]): Promise<UserById> {
  const rows = await tx.getMany('users', distinct(ids))
  const byId = new Map(rows.map((row) => [row._id, row]))
  return (id) => byId.get(id)
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

/** The results of `find` for each item, without `undefined`. */
export function present<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found[] {
  return items.map(find).filter((found) => found !== undefined)
}
