import type { Photo } from '../../../src/contract/entities.ts'
import type { Settings } from '../../../src/contract/settings.ts'

/** Times are seconds since 1970, lists are oldest first, and records name each other themselves. */
export type Thing = { _id: string; id: string; createdAt: number; updatedAt: number }

export type ModelUser = Thing & {
  username: string
  password: string
  name: string
  firstName: string
  bio: string
  profilePhoto: Photo
  coverPhoto: Photo
  extra: Record<string, unknown>
  followers: ModelUser[]
  following: ModelUser[]
  bookmarks: ModelPost[]
  liked: ModelPost[]
}

export type ModelContent = Thing & {
  author: ModelUser
  content: string
  imageUrl?: string
  imageAlt?: string
}

export type ModelPost = ModelContent & {
  likeCount: number
  likedBy: ModelUser[]
  dislikedBy: ModelUser[]
  comments: ModelComment[]
}

export type ModelComment = ModelContent & {
  post: ModelPost
  upvotedBy: ModelUser[]
  downvotedBy: ModelUser[]
}

export type ModelUpload = Thing & { owner: ModelUser; type: string; size: number }

export type ModelData = {
  users: ModelUser[]
  posts: ModelPost[]
  uploads: ModelUpload[]
  /** The highest `id` that was ever given. */
  given: { users: number; posts: number; comments: number; uploads: number }
}

type Session = { token: string; userId: string; until: number }

/** What the mock should know, from the specification: written beside the handlers, not from them. */
export type World = {
  /** In seconds since 1970. */
  now: number
  data: ModelData
  sessions: Session[]
  /** Old addresses of pictures that were moved to a host, and where they are now. */
  moved: Map<string, string>
  /** Uploads, and old addresses of moved ones, that are looked at again a day after `at`. */
  expiring: { at: number; what: ModelUpload | string }[]
  settings: Settings
  /** The last snapshot: as it was sent, and what it must bring back. */
  saved?: { reply: unknown; data: ModelData }
}

export function newWorld(now: number, data: ModelData): World {
  const settings = { delay: 0, failures: [], overrides: [] }
  return { now, data, sessions: [], moved: new Map(), expiring: [], settings }
}

export const commentsOf = ({ posts }: ModelData): ModelComment[] =>
  posts.flatMap((post) => post.comments)

/** `_id`s sort by creation, so the newest is that with the highest. */
export function newestFirst<Kind extends Thing>(things: readonly Kind[]): Kind[] {
  return things.toSorted((a, b) => (a._id < b._id ? 1 : -1))
}
