import * as v from 'valibot'

/** A picture with a fallback: `chosen` is empty until the user picks one. Both are URLs. `alt` describes `chosen`. */
export const Photo = v.object({
  default: v.string(),
  chosen: v.string(),
  alt: v.optional(v.string()),
})
export type Photo = v.InferOutput<typeof Photo>

/** Spread as they are, so that a build that only takes bodies can leave every reply out. */
const userEntries = {
  _id: v.string(),
  id: v.string(),
  firstName: v.string(),
  username: v.string(),
  bio: v.string(),
  profilePhoto: Photo,
  coverPhoto: Photo,
  /** `YYYY-MM-DDTHH:mm:ssZ` with the local offset, like every timestamp (R12.16). */
  createdAt: v.string(),
  updatedAt: v.string(),
}

/**
 * A user inside another record (a follower, a liker, an up-voter): one level deep, without lists of
 * its own, so that a reply cannot grow with who follows whom.
 */
export const UserCopy = v.object(userEntries)
export type UserCopy = v.InferOutput<typeof UserCopy>

/** Fields that posts, their copies and their full form share. */
const postEntries = {
  _id: v.string(),
  id: v.string(),
  content: v.string(),
  imageUrl: v.optional(v.string()),
  imageAlt: v.optional(v.string()),
  /** The author's, as they are now: a rename or a new photo shows on every old post. */
  username: v.string(),
  userPhoto: v.string(),
  userId: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
}

/** A post inside a user's `bookmarks` or `liked`: one level deep, counts without the people. */
export const PostCopy = v.object({ ...postEntries, likes: v.object({ likeCount: v.number() }) })
export type PostCopy = v.InferOutput<typeof PostCopy>

/** A user as the API answers it (R12.12), with any extra fields of sign-up, never with a password. */
export const User = v.looseObject({
  ...userEntries,
  followers: v.array(UserCopy),
  following: v.array(UserCopy),
  bookmarks: v.array(PostCopy),
  liked: v.array(PostCopy),
})
export type User = v.InferOutput<typeof User>

export const Comment = v.object({
  _id: v.string(),
  id: v.string(),
  content: v.string(),
  imageUrl: v.optional(v.string()),
  imageAlt: v.optional(v.string()),
  username: v.string(),
  userPhoto: v.string(),
  userId: v.string(),
  votes: v.object({ upvotedBy: v.array(UserCopy), downvotedBy: v.array(UserCopy) }),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type Comment = v.InferOutput<typeof Comment>

export const Post = v.object({
  ...postEntries,
  likes: v.object({
    /** Can differ from the length of `likedBy`: a dislike lowers it even if that user never liked the post (R4.7). */
    likeCount: v.number(),
    likedBy: v.array(UserCopy),
    dislikedBy: v.array(UserCopy),
  }),
  comments: v.array(Comment),
})
export type Post = v.InferOutput<typeof Post>
