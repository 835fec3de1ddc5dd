import type { Photo } from '../../src/contract/entities.ts'

/**
 * What the store holds. Rows name other rows by `_id` only; `views.ts` builds the copies that the
 * API answers. `_id` is a UUID version 7, so it sorts by time of creation; `id` counts from 1.
 */
type Row = { _id: string; id: string; createdAt: string; updatedAt: string }

export type UserRow = Row & {
  username: string
  firstName: string
  name: string
  /** Plain for seeds, else as `password.ts` writes it. Leaves the mock in no answer. */
  password: string
  bio: string
  profilePhoto: Photo
  coverPhoto: Photo
  followers: string[]
  following: string[]
  /** Posts, the newest bookmark or like last. */
  bookmarks: string[]
  liked: string[]
  /** Whatever else was sent at sign-up or edit (spec §3). */
  extra: Record<string, unknown>
}

export type PostRow = Row & {
  userId: string
  content: string
  imageUrl?: string
  likeCount: number
  likedBy: string[]
  dislikedBy: string[]
  /** Never answered: says whose bookmarks to clear when the post is deleted. */
  bookmarkedBy: string[]
}

export type CommentRow = Row & {
  postId: string
  userId: string
  content: string
  imageUrl?: string
  upvotedBy: string[]
  downvotedBy: string[]
}

export type Tables = { users: UserRow; posts: PostRow; comments: CommentRow }
export type TableName = keyof Tables

/** Fields by which a row can be found (`unique`) or listed (`groups`) without reading the others. */
export const indexes = {
  users: { unique: ['id', 'username'], groups: [] },
  posts: { unique: ['id'], groups: ['userId'] },
  comments: { unique: ['id'], groups: ['postId'] },
} as const satisfies {
  [Name in TableName]: {
    unique: readonly (keyof Tables[Name])[]
    groups: readonly (keyof Tables[Name])[]
  }
}
export type UniqueField<Name extends TableName> = (typeof indexes)[Name]['unique'][number]
export type GroupField<Name extends TableName> = (typeof indexes)[Name]['groups'][number]
