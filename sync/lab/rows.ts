import type { Database } from '../../mocks/database.ts'
import { viewedRows } from '../../mocks/domain/representation.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../../src/contract/viewed.ts'
import type { Read } from './history.ts'
import type { LabComment, LabMark, LabPost } from './messages.ts'
import { togglesIn } from './toggles.ts'

/** What a user sees. */
export type Shown = {
  posts: ViewedPost[]
  /** By the `_id` of the post. */
  comments: Map<string, ViewedComment[]>
  users: ViewedUser[]
}

/** The rows of a database as a user sees them. Nothing is asked of anybody else. */
export function readShown(database: Database, userId: string): Promise<Shown> {
  return database.read(async (tx) => {
    const show = viewedRows(tx, await tx.get('users', userId))
    const posts = (await show.posts(await tx.list('posts'))) as ViewedPost[]
    const ids = posts.map(({ _id }) => _id)
    const threads = await tx.listByEach('comments', 'postId', ids)
    const users = (await show.users(await tx.list('users'))) as ViewedUser[]
    const comments = new Map<string, ViewedComment[]>()
    for (const [index, rows] of threads.entries())
      comments.set(ids[index] ?? '', (await show.comments(rows)) as ViewedComment[])
    return { posts, comments, users }
  })
}

/** What a history notes of it. */
export function readOf({ posts, comments, users }: Shown): Read {
  const all = [...comments.values()].flat()
  return { rows: [...posts, ...all], toggles: togglesIn(posts, all, users) }
}

/** The posts of a phone and of its club, newest first, with the differences. */
export function comparePosts(phone: Shown, club: Shown, userId: string): LabPost[] {
  const users = phone.users.map(({ _id }) => _id)
  return pairs(phone.posts, club.posts).map(({ here, there, index }) => {
    const post = (here ?? there) as ViewedPost
    const differs = here && there ? differences(postFields(here), postFields(there)) : []
    const comments = pairs(
      phone.comments.get(post._id) ?? [],
      club.comments.get(post._id) ?? [],
    ).map((pair) => compareComment(pair))
    return {
      _id: post._id,
      author: post.username,
      text: post.content,
      likes: post.likes.likeCount,
      isLiked: post.likes.likedBy.length > 0,
      isBookmarked: post.bookmarkedBy.length > 0,
      isFollowed: post.followedBy.length > 0,
      isOwn: post.userId === userId,
      index,
      user: users.indexOf(post.userId),
      mark: markOf(here, there, differs),
      differs,
      comments,
    }
  })
}

function compareComment({ here, there, index }: Pair<ViewedComment>): LabComment {
  const comment = (here ?? there) as ViewedComment
  const differs = here && there ? differences(commentFields(here), commentFields(there)) : []
  return {
    _id: comment._id,
    author: comment.username,
    text: comment.content,
    upvotes: comment.votes.upvoteCount,
    index,
    mark: markOf(here, there, differs),
    differs,
  }
}

type Pair<Row> = { here?: Row; there?: Row; index: number }

function pairs<Row extends { _id: string }>(
  here: readonly Row[],
  there: readonly Row[],
): Pair<Row>[] {
  const all = new Map<string, Pair<Row>>()
  for (const row of there) all.set(row._id, { there: row, index: -1 })
  for (const [index, row] of here.entries())
    all.set(row._id, { ...all.get(row._id), here: row, index })
  return [...all.entries()].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, pair]) => pair)
}

function markOf(here: object | undefined, there: object | undefined, differs: string[]): LabMark {
  if (!here) return 'only at the club'
  if (!there) return 'only here'
  return differs.length > 0 ? 'different' : 'same'
}

type Fields = Record<string, string | number | boolean>

function postFields(post: ViewedPost): Fields {
  return {
    text: `“${post.content}”`,
    likes: post.likes.likeCount,
    bookmarked: post.bookmarkedBy.length > 0,
    followed: post.followedBy.length > 0,
    comments: post.commentCount,
  }
}

function commentFields({ content, votes }: ViewedComment): Fields {
  return { text: `“${content}”`, 'up-votes': votes.upvoteCount }
}

/** The fields that differ, with the value at the club. */
function differences(here: Fields, there: Fields): string[] {
  return Object.entries(there)
    .filter(([name, value]) => here[name] !== value)
    .map(([name, value]) => {
      const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
      return `${name} at the club: ${shown}`
    })
}
