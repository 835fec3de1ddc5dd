import * as v from 'valibot'

/** A picture with a fallback: `chosen` is empty until the user picks one. Both are URLs. `alt` describes `chosen`. */
export const Photo = v.object({
  default: v.string(),
  chosen: v.string(),
  alt: v.optional(v.string()),
})
export type Photo = v.InferOutput<typeof Photo>

/** A picture of a post or comment. */
const ContentPicture = v.object({ url: v.string(), alt: v.optional(v.string()) })
export type ContentPicture = v.InferOutput<typeof ContentPicture>

/** The first picture of a post or comment, and all of them if it has several. */
const pictureEntries = {
  imageUrl: v.optional(v.string()),
  imageAlt: v.optional(v.string()),
  images: v.optional(v.array(ContentPicture)),
}

/** Spread inline, so that a build that only uses bodies can drop all reply schemas. */
export const userEntries = {
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
 * A user inside another record (a follower, a liker, an upvoter): one level deep, without lists, so that the size of
 * a reply does not depend on who follows whom.
 */
export const UserCopy = v.object(userEntries)
export type UserCopy = v.InferOutput<typeof UserCopy>

/** The common fields of posts, in full and as copies, and of comments. */
export const postEntries = {
  _id: v.string(),
  id: v.string(),
  content: v.string(),
  ...pictureEntries,
  /** The author's, as they are now: a rename or a new photo shows on every old post. */
  username: v.string(),
  /** Missing from servers that follow the specification only. */
  firstName: v.optional(v.string()),
  userPhoto: v.string(),
  userId: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** When a club got it, if that was more than an hour after `createdAt`. */
  arrivedAt: v.optional(v.string()),
}

/** A post inside a user's `bookmarks` or `liked`: one level deep, with counts instead of people. */
export const PostCopy = v.object({ ...postEntries, likes: v.object({ likeCount: v.number() }) })
export type PostCopy = v.InferOutput<typeof PostCopy>

/** A user in replies (R12.12), with any extra fields of sign-up, never with a password. */
export const User = v.looseObject({
  ...userEntries,
  followers: v.array(UserCopy),
  following: v.array(UserCopy),
  bookmarks: v.array(PostCopy),
  liked: v.array(PostCopy),
})
export type User = v.InferOutput<typeof User>

export const Comment = v.object({
  ...postEntries,
  votes: v.object({ upvotedBy: v.array(UserCopy), downvotedBy: v.array(UserCopy) }),
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
