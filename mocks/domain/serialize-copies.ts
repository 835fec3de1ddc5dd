import type { PostCopy, UserCopy } from '../../src/contract/entities.ts'
import type { CommentRow, PostRow, UserRow } from '../data/tables.ts'
import type { UserById } from './users-by-id.ts'

/** A post inside a user. */
export function serializePostCopy(row: PostRow, people: UserById): PostCopy {
  return { ...serializeContent(row, people), likes: { likeCount: row.likeCount } }
}

/** What a post and a comment share: the text, and its author as they are now. */
export function serializeContent(row: PostRow | CommentRow, people: UserById) {
  const { _id, id, content, imageUrl, userId, createdAt, updatedAt } = row
  const author = people(userId)
  const username = author?.username ?? ''
  const userPhoto = author ? author.profilePhoto.chosen || author.profilePhoto.default : ''
  return { _id, id, content, imageUrl, username, userPhoto, userId, createdAt, updatedAt }
}

/** A user inside a user, a post or a comment. */
export function serializeUserCopy(row: UserRow): UserCopy {
  const { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt } = row
  return { _id, id, firstName, username, bio, profilePhoto, coverPhoto, createdAt, updatedAt }
}
