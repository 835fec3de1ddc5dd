import type { Comment, Post, PostCopy, User, UserCopy } from '../../src/contract/entities.ts'
import type { CommentRow, PostRow, UserRow } from '../store/rows.ts'
import type { Transaction } from '../store/transaction.ts'

/** Above this many posts one read of all comments is cheaper than a read for each post. */
const READ_ALL_COMMENTS_FROM = 100

type UserById = (id: string) => UserRow | undefined

/** Users as the API answers them, in the order of `rows`. */
export async function usersView(tx: Transaction, rows: readonly UserRow[]): Promise<User[]> {
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
    present(ids, (id) => posts.get(id)).map((post) => postCopy(post, authors))

  return rows.map((row) => ({
    ...row.extra,
    name: row.name,
    ...userCopy(row),
    followers: present(row.followers, people).map(userCopy),
    following: present(row.following, people).map(userCopy),
    bookmarks: postCopies(row.bookmarks),
    liked: postCopies(row.liked),
  }))
}

export async function userView(tx: Transaction, row: UserRow): Promise<User> {
  const [user] = await usersView(tx, [row])
  return user as User
}

/** Posts as the API answers them, with their comments, in the order of `rows`. */
export async function postsView(tx: Transaction, rows: readonly PostRow[]): Promise<Post[]> {
  const comments = await commentsOf(tx, rows)
  const views = await commentsView(tx, [...comments.values()].flat())
  const viewById = new Map(views.map((view) => [view._id, view]))
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.likedBy, ...row.dislikedBy]),
  )
  return rows.map((row) => ({
    ...postCopy(row, people),
    likes: {
      likeCount: row.likeCount,
      likedBy: present(row.likedBy, people).map(userCopy),
      dislikedBy: present(row.dislikedBy, people).map(userCopy),
    },
    comments: present(comments.get(row._id) ?? [], ({ _id }) => viewById.get(_id)),
  }))
}

/** Comments as the API answers them, in the order of `rows`. */
export async function commentsView(
  tx: Transaction,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [row.userId, ...row.upvotedBy, ...row.downvotedBy]),
  )
  return rows.map((row) => ({
    ...contentView(row, people),
    votes: {
      upvotedBy: present(row.upvotedBy, people).map(userCopy),
      downvotedBy: present(row.downvotedBy, people).map(userCopy),
    },
  }))
}

function postCopy(row: PostRow, people: UserById): PostCopy {
  return { ...contentView(row, people), likes: { likeCount: row.likeCount } }
}

/** What a post and a comment share: the text, and its author as they are now. */
function contentView(row: PostRow | CommentRow, people: UserById) {
  const { _id, id, content, imageUrl, userId, createdAt, updatedAt } = row
  const author = people(userId)
  const username = author?.username ?? ''
  const userPhoto = author ? author.profilePhoto.chosen || author.profilePhoto.default : ''
  return { _id, id, content, imageUrl, username, userPhoto, userId, createdAt, updatedAt }
}

function userCopy(row: UserRow): UserCopy {
  const { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt } = row
  return { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt }
}

async function usersOf(tx: Transaction, ids: readonly string[]): Promise<UserById> {
  const rows = await tx.getMany('users', distinct(ids))
  const byId = new Map(rows.map((row) => [row._id, row]))
  return (id) => byId.get(id)
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

function postsOf(row: UserRow): string[] {
  return [...row.bookmarks, ...row.liked]
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

/** What `find` gives for each item, without the items for which it gives nothing. */
function present<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found[] {
  return items.map(find).filter((found) => found !== undefined)
}
