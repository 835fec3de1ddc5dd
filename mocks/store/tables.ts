import type { ContentPicture, Photo } from '../../src/contract/entities.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'

/**
 * The rows of the store, without their lists (`links.ts`). Rows refer to other rows by `_id` only; `mocks/domain/serialize.ts` builds the copies
 * in replies. `_id` is a UUID version 7, so it sorts by time of creation; `id` counts from 1.
 */
type Row = { _id: string; id: string; createdAt: string; updatedAt: string }

export type UserRow = Row & {
  username: string
  firstName: string
  name: string
  /** Plain for seeds, else as `password.ts` writes it. No reply contains it. */
  password: string
  /** Since other sessions were ended (`domain/token.ts`). Replicas have it: it reveals nothing. */
  sessions?: {
    /** Random. Tokens that are issued from then on carry it. */
    id: string
    /** The hash of the token whose session stayed. */
    kept: string
  }
  bio: string
  profilePhoto: Photo
  coverPhoto: Photo
  /** Any other fields of sign-up or edit (R3.2). */
  extra: Record<string, unknown>
}

export type PostRow = Row & {
  userId: string
  content: string
  /** The first picture. */
  imageUrl?: string
  imageAlt?: string
  /** All pictures, if there are several. */
  images?: ContentPicture[]
  /** When a club got it, if that was long after `createdAt` (`domain/arrival.ts`). */
  arrivedAt?: string
  /** Likes that dislikes took away although their users never liked the post (R4.7, `taken-likes.ts`). */
  takenLikes: number
}

export type CommentRow = Row & {
  postId: string
  userId: string
  content: string
  /** The first picture. */
  imageUrl?: string
  imageAlt?: string
  /** All pictures, if there are several. */
  images?: ContentPicture[]
  /** When a club got it, if that was long after `createdAt` (`domain/arrival.ts`). */
  arrivedAt?: string
}

/** A picture that is stored on this device. Only its own call reads it. */
export type UploadRow = Row & { userId: string; type: string; bytes: ArrayBuffer }

export type Tables = { users: UserRow; posts: PostRow; comments: CommentRow; uploads: UploadRow }
export type TableName = keyof Tables

/**
 * Fields by which rows are found (`unique`) or listed (`groups`) without reading the others, and the groups whose size
 * is kept (`counted`).
 */
export const indexes = {
  users: { unique: ['id'], groups: ['username'], counted: [] },
  posts: { unique: ['id'], groups: ['userId'], counted: [] },
  comments: { unique: ['id'], groups: ['postId'], counted: ['postId'] },
  uploads: { unique: ['id'], groups: [], counted: [] },
} as const satisfies {
  [Name in TableName]: {
    unique: readonly (keyof Tables[Name])[]
    groups: readonly (keyof Tables[Name])[]
    counted: readonly (keyof Tables[Name])[]
  }
}
export type UniqueField<Name extends TableName> = (typeof indexes)[Name]['unique'][number]
export type GroupField<Name extends TableName> =
  | (typeof indexes)[Name]['groups'][number]
  | typeof PICTURE

/** The group of the rows that show a picture of this device, by its address. */
export const PICTURE = 'picture'

/** The addresses of those pictures of a row that are stored on this device. */
export function picturesOf(row: object): string[] {
  const { imageUrl, images = [], profilePhoto, coverPhoto }: Partial<PostRow & UserRow> = row
  const photos = [profilePhoto, coverPhoto].flatMap((photo) => [photo?.default, photo?.chosen])
  const all = new Set([imageUrl, ...images.map(({ url }) => url), ...photos])
  return [...all].filter((url) => url?.startsWith(UPLOADS)) as string[]
}
