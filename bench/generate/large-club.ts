import type { DataPart, DataSet, StoredNotification } from '../../mocks/seed/data-set.ts'
import { generatedComment, generatedPost, generatedUser } from '../../mocks/seed/generate.ts'
import { withoutLinks } from '../../mocks/seed/seed.ts'
import type { CommentWithLists, PostWithLists, UserWithLists } from '../../mocks/store/links.ts'
import { Dice } from '../../mocks/store/random.ts'
import { addComments, addLikes, followNotification } from './club-notifications.ts'
import { Edges } from './edges.ts'

/** Per member. */
const POSTS = 2
const LIKES = 20
const COMMENTS = 4
const FOLLOWS = 2
/** Among the members: those who like the star's post, follow the star, or bookmark a post. */
const LIKE_STAR = 0.1
const FOLLOW_STAR = 0.2
const BOOKMARK = 0.5
/** Among the comments: those with a vote. */
const VOTED = 0.2
/** The most popular of `n` has about 1/sqrt(n) of all. */
const SKEW = 2

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const YEAR = 365 * DAY
/** Rows in a part. */
const PART = 2_000

/** The places of the star among the users, and of the star's post among the posts from the newest on. */
const STAR = 7
const STAR_POST = 5

/** The numbers of rows, and the rows in parts. */
export type LargeClub = { sequences: DataSet['sequences']; parts: () => Generator<DataPart> }

/**
 * A club of any size with the same habits: a year of 2 posts, 20 likes, 4 comments and 2 follows of each member. A few posts
 * and people have most of the likes and followers. A tenth of the members like one of the newest posts, and a fifth follow
 * one person.
 * @param end of the year, in ms since 1970
 */
export function largeClub(members: number, end: number, seed = 1): LargeClub {
  const dice = new Dice(seed)
  const count = { users: members, posts: POSTS * members, comments: COMMENTS * members }
  const start = end - YEAR
  const users = Array.from({ length: members }, (_, n) =>
    withoutLinks(generatedUser(dice, n + 1, start - (members - n) * SECOND)),
  )
  const popularUser = () => placed(dice.below(members, SKEW), STAR, members)
  const step = (YEAR - DAY) / count.posts
  const posts = Array.from({ length: count.posts }, (_, n) =>
    generatedPost(dice, n + 1, Math.floor(start + n * step), users[popularUser()] as UserWithLists),
  )
  const popularPost = () =>
    placed(dice.below(count.posts, SKEW), count.posts - STAR_POST, count.posts)

  const likes = new Edges(members, count.posts)
  const bookmarks = new Edges(members, count.posts)
  const follows = new Edges(members, members)
  for (let user = 0; user < members; user++) {
    const isFan = dice.roll() < LIKE_STAR
    likes.add(user, distinct(LIKES, popularPost, isFan ? [count.posts - STAR_POST] : []))
    bookmarks.add(user, dice.roll() < BOOKMARK ? [dice.below(count.posts)] : [])
    const followsStar = user !== STAR && dice.roll() < FOLLOW_STAR
    const followed = distinct(FOLLOWS, popularUser, followsStar ? [STAR] : [])
    follows.add(
      user,
      followed.filter((other) => other !== user),
    )
  }
  const threads = new Uint32Array(count.posts)
  for (let n = 0; n < count.comments; n++) {
    const post = popularPost()
    threads[post] = (threads[post] ?? 0) + 1
  }

  const usersAt = (places: Iterable<number>) => Array.from(places, (n) => users[n]?._id ?? '')
  const postsAt = (places: Iterable<number>) => Array.from(places, (n) => posts[n]?._id ?? '')

  function userPart(from: number): DataPart {
    const notifications: StoredNotification[] = []
    const part = users.slice(from, from + PART).map((user, index) => {
      const n = from + index
      const followers = usersAt(follows.to(n))
      notifications.push(...followNotification(dice, user, followers, end - DAY))
      return {
        ...user,
        followers,
        following: usersAt(follows.from(n)),
        liked: postsAt(likes.from(n)),
        bookmarks: postsAt(bookmarks.from(n)),
      }
    })
    return { users: part, posts: [], comments: [], notifications }
  }

  let commentId = 0
  function postPart(from: number): DataPart {
    const notifications: StoredNotification[] = []
    const comments: CommentWithLists[] = []
    const part = posts.slice(from, from + PART).map((post, index): PostWithLists => {
      const n = from + index
      const likedBy = usersAt(likes.to(n))
      const time = Date.parse(post.createdAt)
      const thread = Array.from({ length: threads[n] ?? 0 }, (_, k) =>
        commentOn(post, ++commentId, time + 10 * MINUTE + dice.below(5 * MINUTE) + k * SECOND),
      ).sort((a, b) => (a._id < b._id ? -1 : 1))
      comments.push(...thread)
      notifications.push(...addLikes(dice, post, likedBy), ...addComments(dice, post, thread))
      const bookmarkedBy = usersAt(bookmarks.to(n))
      return { ...post, likedBy, likeCount: likedBy.length, bookmarkedBy }
    })
    return { users: [], posts: part, comments, notifications }
  }

  function commentOn(post: PostWithLists, n: number, time: number): CommentWithLists {
    const comment = generatedComment(dice, n, time, post, dice.oneOf(users))
    return dice.roll() < VOTED ? { ...comment, upvotedBy: [dice.oneOf(users)._id] } : comment
  }

  return {
    sequences: { ...count, uploads: 0 },
    *parts() {
      likes.sort()
      bookmarks.sort()
      follows.sort()
      for (let from = 0; from < members; from += PART) yield userPart(from)
      for (let from = 0; from < count.posts; from += PART) yield postPart(from)
    },
  }
}

/** Primes. */
const STEPS = [7_919, 7_907]

/** The place of the `rank`th most popular of `count`: the popular ones are all over the list. */
function placed(rank: number, first: number, count: number): number {
  const step = STEPS.find((prime) => count % prime) ?? 1
  return (Math.max(0, first) + rank * step) % count
}

/** Up to `count` different choices besides the given ones. */
function distinct(count: number, choose: () => number, given: readonly number[]): number[] {
  const chosen = new Set(given)
  for (let tries = 0; tries < 2 * count && chosen.size < count; tries++) chosen.add(choose())
  return [...chosen]
}
