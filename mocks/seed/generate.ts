import type { Generated } from '../../src/contract/controls.ts'
import { guest } from '../../src/contract/guest.ts'
import { publicFile } from '../domain/public-file.ts'
import type { CommentWithLists, PostWithLists, UserWithLists } from '../store/links.ts'
import { Dice } from '../store/random.ts'
import type { UserRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import { type DataSet, emptyDataSet } from './data-set.ts'
import { seedPosts } from './posts.ts'
import { seedUser, withoutLinks } from './seed.ts'
import { seedUsers } from './users.ts'

const list = (text: string) => text.split('|')

const firstNames = list(
  'Ada|Ben|Cleo|Dario|Edda|Finn|Greta|Hugo|Ines|Jonas|Kira|Luca|Mina|Oona|Pavel',
)
const lastNames = list('Berg|Costa|Dietz|Eklund|Grant|Haas|Kovacs|Moreau|Okoye|Rossi')
const actions = list(
  'Finally fitted|Spent the weekend on|Swapped|Cleaned|Rebuilt|Cannot stop looking at|Still hunting a rattle in|Dreamt of',
)
const parts = list(
  'carburettor|coilovers|gearbox|exhaust|clutch|calipers|turbo|seat|loom|radiator|sidecar',
)
const endings = list(
  ' and it starts first time.| with help from the manual, page 212.| in the rain, of course.| before the track day.|. Worth every bruised knuckle.|. Next stop: the mountain road.|. Who has done this before?|, and only two bolts left over.',
)
const remarks = list(
  'Sounds healthy, unlike|Torque specs for|Bring|That colour! Paint|Check the ground strap, then|I would keep|Mine ate',
)

/** Lists of parts that are joined to a text. */
const sentences = [actions, [' the '], parts, endings]
const answers = [remarks, [' the '], parts, ['.']]

const MINUTE = 60_000
const BETWEEN_POSTS = 17 * MINUTE
/** A post is talked about for a day, most of all at first. */
const TALK = 24 * 60 * MINUTE

/**
 * Users with posts, comments, follows, likes and bookmarks: the guest, the other seeded users, then generated
 * ones, who all have the guest's password.
 * @param now when they end, in ms since 1970. The same seed and time give the same rows
 */
export function generatedData({ users, posts, seed = 1 }: Generated, now: number): DataSet {
  const dice = new Dice(seed)
  const data = emptyDataSet()
  // The ids of rows begin in 1970.
  const step = Math.min(BETWEEN_POSTS, Math.floor(now / (users + posts + 1)))
  const start = now - (posts + 1) * step
  for (let n = 1; n <= users; n++) {
    data.users.push(withoutLinks(generatedUser(dice, n, start - (users - n + 1) * MINUTE)))
  }
  for (let n = 1; n <= posts; n++) {
    const post = generatedPost(dice, n, start + n * step, dice.oneOf(data.users))
    data.posts.push(post)
    const from = Date.parse(post.createdAt) + 2000
    // Two of three posts have no comment, and few have many.
    for (let count = Math.floor(0.35 / (dice.roll() + 0.02)); count > 0; count--) {
      const id = data.comments.length + 1
      const time = from + dice.below(Math.min(now - from, TALK), 3)
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
  // Each first name has each last name and each part of a vehicle once, before the next sign between them.
  const [first, round] = [n % firstNames.length, Math.floor(n / firstNames.length)]
  const handles = [...lastNames, ...parts]
  const handle = (first + round) % handles.length
  const turn = Math.floor(round / handles.length)
  const name = firstNames[first] ?? ''
  const number = turn > 3 ? n : ''
  const { imageUrl: photo, imageAlt: photoAlt } = dice.oneOf<Partial<(typeof seedPosts)[number]>>([
    {},
    ...seedPosts,
  ])
  const fields = {
    ...dice.oneOf(seedUsers),
    username: `${name}${'._-'[turn] ?? ''}${handles[handle]}${number}`.toLowerCase(),
    firstName: `${name} ${lastNames[handle] ?? dice.oneOf(lastNames)}`,
    password: guest.password,
    bio: text(dice, sentences),
  }
  return { ...seedUser({ ...fields, photo, photoAlt }, row), _id: row._id }
}

export function generatedPost(
  dice: Dice,
  n: number,
  time: number,
  author: UserWithLists,
): PostWithLists {
  const { imageUrl, imageAlt } = dice.oneOf(seedPosts)
  return {
    ...rowFields(dice, n, time + dice.below(10 * MINUTE)),
    userId: author._id,
    content: text(dice, sentences),
    ...(dice.below(3) === 0 && { imageUrl: publicFile(imageUrl), imageAlt }),
    likeCount: 0,
    likedBy: [],
    dislikedBy: [],
    bookmarkedBy: [],
  }
}

export function generatedComment(
  dice: Dice,
  n: number,
  time: number,
  { _id: postId }: PostWithLists,
  author: UserWithLists,
): CommentWithLists {
  return {
    ...rowFields(dice, n, time),
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
