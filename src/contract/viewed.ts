import * as v from 'valibot'
import { Comment, Post, postEntries, User, userEntries } from './entities.ts'

/*
 * The representation that the app asks for (R12.27), with `Prefer: people=own`: lists of people name only the viewer, or
 * nobody, and have a count beside them. Its size does not depend on the number of likes, comments or followers.
 */

/** The viewer or nobody; of posts, those that the reply has elsewhere. */
const OnlyIds = v.array(v.object({ _id: v.string() }))

/** A user with `Prefer: people=own`. */
export const ViewedUser = v.object({
  ...userEntries,
  name: v.optional(v.string()),
  followers: OnlyIds,
  following: OnlyIds,
  followerCount: v.number(),
  followingCount: v.number(),
  /** Whom the viewer mutes; only of the viewer themselves. */
  muted: v.optional(OnlyIds),
})
export type ViewedUser = v.InferOutput<typeof ViewedUser>

/** A comment with `Prefer: people=own`. */
export const ViewedComment = v.object({
  ...Comment.entries,
  votes: v.object({
    upvoteCount: v.number(),
    downvoteCount: v.number(),
    upvotedBy: OnlyIds,
    downvotedBy: OnlyIds,
  }),
})
export type ViewedComment = v.InferOutput<typeof ViewedComment>

/** A post with `Prefer: people=own`, without its comments. */
export const ViewedPost = v.object({
  ...postEntries,
  likes: v.object({ likeCount: v.number(), likedBy: OnlyIds, dislikedBy: OnlyIds }),
  bookmarkedBy: OnlyIds,
  /** The viewer, if they follow the author. */
  followedBy: OnlyIds,
  commentCount: v.number(),
})
export type ViewedPost = v.InferOutput<typeof ViewedPost>

/** A reply with `Prefer: people=own`. */
export type Viewed<Reply> = Reply extends Post
  ? ViewedPost
  : Reply extends User
    ? ViewedUser
    : Reply extends Comment
      ? ViewedComment
      : Reply extends (infer Item)[]
        ? Viewed<Item>[]
        : Reply extends object
          ? {
              // The liked post is among the posts of the reply.
              [Field in keyof Reply]: Field extends 'liked'
                ? { _id: string }[]
                : Viewed<Reply[Field]>
            }
          : Reply

/** The schema of a reply with `Prefer: people=own`, from that of the reply in full. */
export function viewedSchema(full: v.GenericSchema): v.GenericSchema {
  if (full === Post) return ViewedPost
  if (full === User) return ViewedUser
  if (full === Comment) return ViewedComment
  const { item, entries } = full as { item?: v.GenericSchema; entries?: v.ObjectEntries }
  if (item) return v.array(viewedSchema(item))
  if (!entries) return full
  return v.object(
    Object.fromEntries(
      Object.entries(entries).map(([field, schema]) => [
        field,
        field === 'liked' ? OnlyIds : viewedSchema(schema as v.GenericSchema),
      ]),
    ),
  )
}
