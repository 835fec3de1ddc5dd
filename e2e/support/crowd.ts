import { guest } from '../../src/contract/guest.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'

/** The number of posts that everybody likes. */
export const POSTS = 20
/** The most people that the guest follows, and posts that the guest bookmarks. */
const OWN = 1_000

/**
 * Data with this number of people: everybody likes the newest posts, comments on the newest, and follows one; the guest has
 * lists of their own.
 */
export function crowdOf(data: Snapshot, people: number): Snapshot {
  const { posts, comments, sequences } = data
  const users = withFans(data, people)
  const ids = users.map(({ _id }) => _id)
  const self = users.find(({ username }) => username === guest.username)
  const star = users.find((user) => user !== self)
  const liked = posts.slice(0, POSTS)
  const [newest] = posts
  const own = posts.slice(0, OWN).map(({ _id }) => _id)
  const followed = ids.filter((id) => id !== self?._id).slice(0, OWN)
  for (const post of posts) {
    const isLiked = liked.includes(post)
    Object.assign(post, { likedBy: isLiked ? ids : [], dislikedBy: [], bookmarkedBy: [] })
    Object.assign(post, { likeCount: post.likedBy.length })
    if (self && own.includes(post._id)) post.bookmarkedBy.push(self._id)
  }
  for (const user of users) {
    const isStar = user === star
    user.liked = liked.map(({ _id }) => _id)
    user.bookmarks = user === self ? own : []
    user.followers = isStar ? ids.filter((id) => id !== user._id) : []
    user.following = star && !isStar ? [star._id] : []
  }
  if (self) self.following = followed
  for (const user of users) {
    const isNew = user !== star && followed.includes(user._id)
    if (self && isNew) user.followers = [self._id]
  }
  const [example] = comments
  if (!example || !newest) throw new Error('The generated data have no comment')
  const written = ids.map((userId, index) => ({
    ...example,
    _id: uuidOf('comments', index),
    id: String(index + 1),
    postId: newest._id,
    userId,
    upvotedBy: [],
    downvotedBy: [],
  }))
  return {
    ...data,
    users,
    comments: written,
    sequences: { ...sequences, users: people, comments: written.length },
  }
}

/** The users of the data, and as many more as it takes. */
function withFans({ users }: Snapshot, people: number): Snapshot['users'] {
  const [example] = users
  if (!example) return users
  const fans = Array.from({ length: people - users.length }, (_, index) => {
    const id = String(users.length + index + 1)
    return {
      ...example,
      _id: uuidOf('users', index),
      id,
      username: `fan-${id}`,
      firstName: `Fan ${id}`,
    }
  })
  return [...users, ...fans]
}

/** The `n`th of many ids. */
function uuidOf(table: 'users' | 'comments', n: number): string {
  return `${table === 'users' ? '01990000' : '01990001'}-${n.toString(16).padStart(4, '0')}-7000-8000-000000000000`
}
