import type { Comment, Post, User } from '../contract/entities.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../contract/viewed.ts'

type Named = readonly { _id: string }[]

/**
 * A reply in the form of `Prefer: people=own` (R12.27), from one in full: a server may ignore a preference (RFC 7240), and
 * an override is often a reply in full. Whether the viewer bookmarked a post or follows its author is not in it.
 */
export function toViewed(reply: unknown, viewerId: string | undefined): unknown {
  const own = (people: Named) =>
    people.filter(({ _id }) => _id === viewerId).map(({ _id }) => ({ _id }))
  const view = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(view)
    if (isPost(value)) return viewPost(value, own)
    if (isComment(value)) return viewComment(value, own)
    if (isUser(value)) return viewUser(value, own)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, view(part)]))
  }
  return view(reply)
}

type Own = (people: Named) => { _id: string }[]

function viewPost({ comments, likes, ...post }: Post, own: Own): ViewedPost {
  const { likeCount, likedBy, dislikedBy } = likes
  return {
    ...post,
    likes: { likeCount, likedBy: own(likedBy), dislikedBy: own(dislikedBy) },
    bookmarkedBy: [],
    followedBy: [],
    commentCount: comments.length,
  }
}

function viewComment({ votes, ...comment }: Comment, own: Own): ViewedComment {
  const { upvotedBy, downvotedBy } = votes
  const counts = { upvoteCount: upvotedBy.length, downvoteCount: downvotedBy.length }
  return {
    ...comment,
    votes: { ...counts, upvotedBy: own(upvotedBy), downvotedBy: own(downvotedBy) },
  }
}

function viewUser({ followers, following, ...user }: User, own: Own): ViewedUser {
  return {
    ...user,
    followers: own(followers),
    following: own(following),
    followerCount: followers.length,
    followingCount: following.length,
  }
}

function isPost(value: unknown): value is Post {
  const { likes, comments } = Object(value) as Partial<Post>
  return Array.isArray(likes?.likedBy) && Array.isArray(comments)
}

function isComment(value: unknown): value is Comment {
  const { votes } = Object(value) as Partial<Comment>
  return Array.isArray(votes?.upvotedBy) && !('upvoteCount' in votes)
}

function isUser(value: unknown): value is User {
  const { followers, following } = Object(value) as Partial<User>
  return Array.isArray(followers) && Array.isArray(following) && !('followerCount' in Object(value))
}
