import type { DataSet } from '../data-set.ts'
import type { Dice } from './random.ts'

/** Of each user. Few enough for the full lists of R12.5 to stay within a few MB with 1,000 users. */
const FOLLOWS = 4
const LIKES = 6
const BOOKMARKS = 2
/** New posts get more likes than old ones, so that the first screen is lively. */
const TO_THE_NEWEST = 3

/** Let the users of `data` follow each other, like and bookmark posts and vote on comments. */
export function addBonds(dice: Dice, { users, posts, comments }: DataSet): void {
  const newestFirst = posts.toReversed()
  for (const user of users) {
    const { _id } = user
    for (let times = 0; times < FOLLOWS; times++) {
      const other = dice.oneOf(users)
      if (other !== user && add(user.following, other._id)) other.followers.push(_id)
    }
    if (posts.length === 0) continue
    for (let times = 0; times < LIKES; times++) {
      const post = dice.oneOf(newestFirst, TO_THE_NEWEST)
      if (add(user.liked, post._id)) post.likeCount = post.likedBy.push(_id)
    }
    for (let times = 0; times < BOOKMARKS; times++) {
      const post = dice.oneOf(newestFirst, TO_THE_NEWEST)
      if (add(user.bookmarks, post._id)) post.bookmarkedBy.push(_id)
    }
  }
  for (const { upvotedBy } of comments) upvotedBy.push(dice.oneOf(users)._id)
}

/** Whether `id` was not there before. */
function add(ids: string[], id: string): boolean {
  if (ids.includes(id)) return false
  ids.push(id)
  return true
}
