import {
  type ModelComment,
  type ModelContent,
  type ModelPost,
  type ModelUser,
  sortedNewestFirst,
} from './world.ts'

/** The API's representation of the model's records (R12.15). */
export function serializeUser(user: ModelUser) {
  return {
    ...user.extra,
    ...copyOf(user),
    name: user.name,
    followers: user.followers.map(copyOf),
    following: user.following.map(copyOf),
    bookmarks: user.bookmarks.map(serializePostCopy),
    liked: user.liked.map(serializePostCopy),
  }
}

export function postView(post: ModelPost) {
  return {
    ...contentOf(post),
    likes: {
      likeCount: post.likeCount,
      likedBy: post.likedBy.map(copyOf),
      dislikedBy: post.dislikedBy.map(copyOf),
    },
    comments: sortedNewestFirst(post.comments).map(commentView),
  }
}

export function commentView(comment: ModelComment) {
  const { upvotedBy, downvotedBy } = comment
  const votes = { upvotedBy: upvotedBy.map(copyOf), downvotedBy: downvotedBy.map(copyOf) }
  return { ...contentOf(comment), votes }
}

export function serializePostCopy(post: ModelContent & { likeCount: number }) {
  return { ...contentOf(post), likes: { likeCount: post.likeCount } }
}

export function copyOf(user: ModelUser) {
  const { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt } = user
  return { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt }
}

function contentOf({ _id, id, author, createdAt, updatedAt, ...shown }: ModelContent) {
  const { content, imageUrl, imageAlt, images } = shown
  const { username, firstName, profilePhoto } = author
  const userPhoto = profilePhoto.chosen || profilePhoto.default
  const by = { username, firstName, userPhoto, userId: author._id }
  return { _id, id, content, imageUrl, imageAlt, images, ...by, createdAt, updatedAt }
}
