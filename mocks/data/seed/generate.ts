import type { Generated } from '../../../src/contract/controls.ts'
import { guest } from '../../../src/contract/guest.ts'
import { newUser } from '../../domain/new-user.ts'
import { type DataSet, emptyDataSet } from '../data-set.ts'
import type { CommentRow, PostRow, UserRow } from '../tables.ts'
import { timestamp } from '../timestamp.ts'
import { addBonds } from './bonds.ts'
import { seedPosts } from './posts.ts'
import { Dice } from './random.ts'
import { seedUser } from './seed.ts'
import { seedUsers } from './users.ts'
import * as words from './words.ts'

const MINUTE = 60_000
/**
 * When the newest generated post is written, at the latest. Not now: the same seed gives the same
 * rows on any day, and what people write later is newer.
 */
const END = Date.UTC(2026, 0, 1)
const BETWEEN_POSTS = 17 * MINUTE

/**
 * Users who follow, like and bookmark, with posts and comments: the guest, the other first users,
 * then invented ones, who all have the guest's password.
 */
export function generatedData({ users, posts, seed = 1 }: Generated): DataSet {
  const dice = new Dice(seed)
  const data = emptyDataSet()
  const start = END - (posts + 1) * BETWEEN_POSTS
  for (let n = 1; n <= users; n++) {
    data.users.push(generatedUser(dice, n, start - (users - n + 1) * MINUTE))
  }
  for (let n = 1; n <= posts; n++) {
    const time = start + n * BETWEEN_POSTS
    const post = generatedPost(dice, n, time, dice.oneOf(data.users))
    data.posts.push(post)
    for (let answers = dice.below(3) - 1; answers > 0; answers--) {
      const id = data.comments.length + 1
      data.comments.push(generatedComment(dice, id, time, post, dice.oneOf(data.users)))
    }
  }
  addBonds(dice, data)
  const { comments } = data
  return { ...data, sequences: { users, posts, comments: comments.length, uploads: 0 } }
}

function generatedUser(dice: Dice, n: number, time: number): UserRow {
  const row = rowFields(dice, n, time)
  const firstUser = seedUsers.at(-n)
  if (firstUser) return seedUser(firstUser, row)
  const firstName = text(dice, words.names)
  const username = `${firstName.toLowerCase().replace(' ', '.')}.${n}`
  const bio = text(dice, words.sentences)
  const { password } = guest
  return { ...newUser({ username, firstName, bio, password, createdAt: row.createdAt }), ...row }
}

function generatedPost(dice: Dice, n: number, time: number, author: UserRow): PostRow {
  return {
    ...rowFields(dice, n, time + dice.below(10 * MINUTE)),
    userId: author._id,
    content: text(dice, words.sentences),
    imageUrl: dice.below(4) === 0 ? dice.oneOf(seedPosts).imageUrl : undefined,
    likeCount: 0,
    likedBy: [],
    dislikedBy: [],
    bookmarkedBy: [],
  }
}

function generatedComment(
  dice: Dice,
  n: number,
  time: number,
  { _id: postId }: PostRow,
  author: UserRow,
): CommentRow {
  return {
    ...rowFields(dice, n, time + 10 * MINUTE + dice.below(5 * MINUTE)),
    postId,
    userId: author._id,
    content: text(dice, words.comments),
    upvotedBy: [],
    downvotedBy: [],
  }
}

function rowFields(dice: Dice, n: number, time: number) {
  const createdAt = timestamp(new Date(time))
  return { _id: dice.uuid(time), id: String(n), createdAt, updatedAt: createdAt }
}

function text(dice: Dice, lists: readonly (readonly string[])[]): string {
  return lists.map((list) => dice.oneOf(list)).join('')
}
