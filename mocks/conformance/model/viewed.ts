import { commentsOf, type ModelUser, type World } from './world.ts'

/**
 * A reply with `Prefer: people=own` (R12.27), from the reply in full and the records of the world.
 * @param viewer the user of the token, if there is one
 */
export function viewed(full: unknown, world: World, viewer: ModelUser | undefined): unknown {
  if (Array.isArray(full)) return full.map((item) => viewed(item, world, viewer))
  if (typeof full !== 'object' || full === null) return full
  const own = (people: readonly ModelUser[]) =>
    people.filter((person) => person === viewer).map(({ _id }) => ({ _id }))
  const { likes, comments: _, votes, ...row } = full as Record<string, unknown>
  const { posts, users } = world.data
  const post = likes ? posts.find(({ _id }) => _id === row._id) : undefined
  if (post) {
    const { likeCount, likedBy, dislikedBy, author } = post
    return {
      ...row,
      likes: { likeCount, likedBy: own(likedBy), dislikedBy: own(dislikedBy) },
      bookmarkedBy: own(users.filter(({ bookmarks }) => bookmarks.includes(post))),
      followedBy: own(author.followers),
      commentCount: post.comments.length,
    }
  }
  const comment =
    votes === undefined ? undefined : commentsOf(world.data).find(({ _id }) => _id === row._id)
  if (comment) {
    const { upvotedBy, downvotedBy } = comment
    const counts = { upvoteCount: upvotedBy.length, downvoteCount: downvotedBy.length }
    return {
      ...row,
      votes: { ...counts, upvotedBy: own(upvotedBy), downvotedBy: own(downvotedBy) },
    }
  }
  const user = 'profilePhoto' in row && users.find(({ _id }) => _id === row._id)
  if (user) {
    const { followers, following } = user
    return {
      ...userFields(row),
      followers: own(followers),
      following: own(following),
      followerCount: followers.length,
      followingCount: following.length,
      ...(user === viewer && { muted: user.muted.map(({ _id }) => ({ _id })) }),
    }
  }
  return Object.fromEntries(
    Object.entries(full).map(([field, value]) => [
      field,
      // The reply has the liked post already.
      field === 'liked'
        ? (value as { _id: string }[]).map(({ _id }) => ({ _id }))
        : // Copies of users, in either form.
          field === 'by'
          ? value
          : viewed(value, world, viewer),
    ]),
  )
}

/** The fields that every user has, without those of sign-up. */
function userFields(row: Record<string, unknown>) {
  const { _id, id, firstName, name, username, bio, profilePhoto, coverPhoto, ...times } = row
  const { createdAt, updatedAt } = times
  return { _id, id, firstName, name, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt }
}
