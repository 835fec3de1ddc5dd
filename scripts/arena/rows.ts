import type { Dice } from '../../mocks/store/random.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { type Kind, type Way, words } from './tasks.ts'

/** These values do not make a task, such as a like of a post that is liked. Others are drawn. */
export class Unfit extends Error {}

/** A row with what tasks say about it: `{post.comment.author}`. */
export type Row = {
  _id: string
  userId?: string
  content?: string
  firstName?: string
  bio?: string
  username?: string
  likedBy?: string[]
  bookmarkedBy?: string[]
  following?: string[]
  followers?: string[]
  imageAlt?: string
  postId?: string
  /** Of a post or comment, the username. */
  author?: string
  /** Of a comment. */
  post?: Row
  /** Of a post, the newest. */
  comment?: Row
  comments?: Row[]
  /** The newest and the oldest post of this person, or of the author. */
  newest?: Row
  oldest?: Row
}

/** The rows of a snapshot, the oldest first. */
export function rowsOf({ users, posts, comments }: Snapshot): Record<Kind, Row[]> {
  const sorted = (rows: Row[]) =>
    rows.map((row) => ({ ...row })).sort((a, b) => (a._id < b._id ? -1 : 1))
  const rows = { posts: sorted(posts), comments: sorted(comments), people: sorted(users) }
  for (const person of rows.people) {
    const own = rows.posts.filter(({ userId }) => userId === person._id)
    Object.assign(person, { newest: own.at(-1), oldest: own[0] })
  }
  for (const row of [...rows.posts, ...rows.comments]) {
    const author = rows.people.find(({ _id }) => _id === row.userId)
    row.post = rows.posts.find(({ _id }) => _id === row.postId)
    row.comments = rows.comments.filter(({ postId }) => postId === row._id)
    row.comment = row.comments.at(-1)
    Object.assign(row, { author: author?.username, newest: author?.newest, oldest: author?.oldest })
  }
  return rows
}

const groupings: Record<string, (row: Row, viewer: Row) => string | boolean | undefined> = {
  all: () => true,
  author: ({ author }) => author,
  part: ({ content }) => words.parts.find((part) => content?.includes(` the ${part}`)),
  picture: ({ imageAlt }) => imageAlt,
  post: ({ postId }) => postId,
  mine: ({ userId }, { _id }) => userId === _id,
  'on mine': ({ userId, post }, { _id }) => post?.userId === _id && userId !== _id,
  liked: ({ likedBy }, { _id }) => likedBy?.includes(_id),
  bookmarked: ({ bookmarkedBy }, { _id }) => bookmarkedBy?.includes(_id),
  followed: ({ _id }, { following }) => following?.includes(_id),
}

const sizes: Record<string, (row: Row) => number | undefined> = {
  likes: ({ likedBy }) => likedBy?.length,
  comments: ({ comments }) => comments?.length,
  followers: ({ followers }) => followers?.length,
}

/** The rows that a way names. @throws Unfit when it names none, or not only these */
export function choose(
  all: readonly Row[],
  { by, pick }: Way,
  viewer: Row,
  dice: Dice,
): { group: string; rows: Row[] } {
  const groups = Map.groupBy(all, (row) => groupings[by]?.(row, viewer) || '')
  groups.delete('')
  if (groups.size === 0) throw new Unfit(by)
  const [group, rows] = dice.oneOf([...groups])
  return { group: String(group), rows: picked(rows, pick, dice) }
}

function picked(rows: Row[], pick: string, dice: Dice): Row[] {
  if (pick === 'any') return [dice.oneOf(rows)]
  if (pick === 'newest') return rows.slice(-1)
  if (pick === 'oldest') return rows.slice(0, 1)
  if (pick === 'every') {
    if (rows.length < 2 || rows.length > 4) throw new Unfit(pick)
    return rows
  }
  const sizeOf = (row: Row) => sizes[pick]?.(row) ?? 0
  const most = Math.max(...rows.map(sizeOf))
  const largest = rows.filter((row) => sizeOf(row) === most)
  if (largest.length > 1) throw new Unfit(pick)
  return largest
}
