import type { Generated } from '../../../src/contract/controls.ts'
import { guest } from '../../../src/contract/guest.ts'
import { newUser } from '../../domain/new-user.ts'
import { type DataSet, emptyDataSet } from '../data-set.ts'
import type { CommentWithLists, PostWithLists, UserWithLists } from '../links.ts'
import type { UserRow } from '../tables.ts'
import { timestamp } from '../timestamp.ts'
import { seedPosts } from './posts.ts'
import { Dice } from './random.ts'
import { seedUser, withoutLinks } from './seed.ts'
import { seedUsers } from './users.ts'

const list = (text: string) => text.split('|')

const firstNames = list(
  'Ada|Ben|Cleo|Dario|Edda|Finn|Greta|Hugo|Ines|Jonas|Kira|Luca|Mina|Oona|Pavel',
)
const lastNames = list(
  'Alvarez|Berg|Costa|Dietz|Eklund|Fontaine|Grant|Haas|Kovacs|Moreau|Okoye|Rossi',
)
const actions = list(
  'Finally fitted|Spent the weekend on|Swapped|Cleaned|Rebuilt|Polished|Cannot stop looking at|Still hunting a rattle in|Traded a guitar for|Dreamt of',
)
const things = list(
  'the carburettor|a set of coilovers|the gearbox|an exhaust|the clutch|the brake calipers|the turbo|a café racer seat|the wiring loom|the radiator|a straight six|the sidecar',
)
const endings = list(
  ' and it starts first time.| with help from the manual, page 212.| in the rain, of course.| before the track day.|. Worth every bruised knuckle.|. Next stop: the mountain road.|. Who has done this before?|, and only two bolts left over.',
)
const remarks = list(
  'Sounds healthy.|Torque specs?|Bring it on Sunday.|That colour!|Check the ground strap first.|Looks quick standing still.|Save me a seat.|Mine did that too.',
)

/** Lists of parts that are joined to a text. */
const names = [firstNames, [' '], lastNames]
const sentences = [actions, [' '], things, endings]
const answers = [remarks]

const MINUTE = 60_000
/**
 * The latest possible time of a generated post. Fixed, so that a seed generates the same rows on any day; posts
 * of people are newer.
 */
const END = Date.UTC(2026, 0, 1)
const BETWEEN_POSTS = 17 * MINUTE

/**
 * Users with posts, comments, follows, likes and bookmarks: the guest, the other seeded users, then generated
 * ones, who all have the guest's password.
 */
export function generatedData({ users, posts, seed = 1 }: Generated): DataSet {
  const dice = new Dice(seed)
  const data = emptyDataSet()
  const start = END - (posts + 1) * BETWEEN_POSTS
  for (let n = 1; n <= users; n++) {
    data.users.push(withoutLinks(generatedUser(dice, n, start - (users - n + 1) * MINUTE)))
  }
  for (let n = 1; n <= posts; n++) {
    const time = start + n * BETWEEN_POSTS
    const post = generatedPost(dice, n, time, dice.oneOf(data.users))
    data.posts.push(post)
    for (let count = dice.below(3) - 1; count > 0; count--) {
      const id = data.comments.length + 1
      data.comments.push(generatedComment(dice, id, time, post, dice.oneOf(data.users)))
    }
  }
  addRelations(dice, data)
  const { comments } = data
  return { ...data, sequences: { users, posts, comments: comments.length, uploads: 0 } }
}

export function generatedUser(dice: Dice, n: number, time: number): UserRow {
  const row = rowFields(dice, n, time)
  const firstUser = seedUsers.at(-n)
  if (firstUser) return seedUser(firstUser, row)
  const firstName = text(dice, names)
  const username = `${firstName.toLowerCase().replace(' ', '.')}.${n}`
  const bio = text(dice, sentences)
  const { password } = guest
  return { ...newUser({ username, firstName, bio, password, createdAt: row.createdAt }), ...row }
}

export function generatedPost(
  dice: Dice,
  n: number,
  time: number,
  author: UserWithLists,
): PostWithLists {
  return {
    ...rowFields(dice, n, time + dice.below(10 * MINUTE)),
    userId: author._id,
    content: text(dice, sentences),
    ...(dice.below(4) === 0 ? pictureOf(dice.oneOf(seedPosts)) : undefined),
    likeCount: 0,
    likedBy: [],
    dislikedBy: [],
    bookmarkedBy: [],
  }
}

function pictureOf({ imageUrl, imageAlt }: (typeof seedPosts)[number]) {
  return { imageUrl, imageAlt }
}

export function generatedComment(
  dice: Dice,
  n: number,
  time: number,
  { _id: postId }: PostWithLists,
  author: UserWithLists,
): CommentWithLists {
  return {
    ...rowFields(dice, n, time + 10 * MINUTE + dice.below(5 * MINUTE)),
    postId,
    userId: author._id,
    content: text(dice, answers),
    upvotedBy: [],
    downvotedBy: [],
  }
}

function rowFields(dice: Dice, n: number, time: number) {
  const createdAt = timestamp(time)
  return { _id: dice.uuid(time), id: String(n), createdAt, updatedAt: createdAt }
}

function text(dice: Dice, lists: readonly (readonly string[])[]): string {
  return lists.map((list) => dice.oneOf(list)).join('')
}

/** Per user. Low enough that the full lists of R12.5 take a few MB with 1,000 users. */
const FOLLOWS = 4
const LIKES = 6
const BOOKMARKS = 2
/** New posts get more likes than old ones, so that the first screen looks lively. */
const NEWEST_SKEW = 3

/** Makes the users of `data` follow each other, like and bookmark posts, and vote on comments. */
function addRelations(dice: Dice, { users, posts, comments }: DataSet): void {
  const newestFirst = posts.toReversed()
  for (const user of users) {
    const { _id } = user
    for (let times = 0; times < FOLLOWS; times++) {
      const other = dice.oneOf(users)
      if (other !== user && add(user.following, other._id)) other.followers.push(_id)
    }
    if (posts.length === 0) continue
    for (let times = 0; times < LIKES; times++) {
      const post = dice.oneOf(newestFirst, NEWEST_SKEW)
      if (add(user.liked, post._id)) post.likeCount = post.likedBy.push(_id)
    }
    for (let times = 0; times < BOOKMARKS; times++) {
      const post = dice.oneOf(newestFirst, NEWEST_SKEW)
      if (add(user.bookmarks, post._id)) post.bookmarkedBy.push(_id)
    }
  }
  for (const { upvotedBy } of comments) upvotedBy.push(dice.oneOf(users)._id)
}

/** Adds `id`; returns false if it was present. */
function add(ids: string[], id: string): boolean {
  if (ids.includes(id)) return false
  ids.push(id)
  return true
}
