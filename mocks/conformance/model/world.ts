import type { Photo } from '../../../src/contract/entities.ts'
import type { Notification } from '../../../src/contract/notifications.ts'
import type { Settings } from '../../../src/contract/settings.ts'

/** Times are seconds since 1970, lists are oldest first, and records refer to each other directly. */
export type ModelRecord = { _id: string; id: string; createdAt: number; updatedAt: number }

export type ModelUser = ModelRecord & {
  username: string
  password: string
  name: string
  firstName: string
  /** Since sessions were ended: those that begin later have this number, and one token stayed. */
  sessions?: { id: number; kept: string }
  bio: string
  profilePhoto: Photo
  coverPhoto: Photo
  extra: Record<string, unknown>
  followers: ModelUser[]
  following: ModelUser[]
  bookmarks: ModelPost[]
  liked: ModelPost[]
  muted: ModelUser[]
}

export type ModelContent = ModelRecord & {
  author: ModelUser
  content: string
  imageUrl?: string
  imageAlt?: string
  images?: { url: string; alt?: string }[]
}

export type ModelPost = ModelContent & {
  likeCount: number
  likedBy: ModelUser[]
  dislikedBy: ModelUser[]
  comments: ModelComment[]
}

export type ModelComment = ModelContent & {
  /** The number of the event. */
  at?: number
  post: ModelPost
  upvotedBy: ModelUser[]
  downvotedBy: ModelUser[]
}

/** Events that concern a user. `at` counts events up. */
export type ModelNotification = {
  user: ModelUser
  type: Notification['type']
  post?: ModelPost
  comment?: ModelComment
  by: { user: ModelUser; at: number }[]
  /** Those that it counts. */
  comments: ModelComment[]
}

/** It waits: no call decides. */
export type ModelReport = {
  by: ModelUser
  about: ModelUser | ModelContent
}

export type ModelUpload = ModelRecord & { owner: ModelUser; type: string; size: number }

export type ModelData = {
  users: ModelUser[]
  posts: ModelPost[]
  uploads: ModelUpload[]
  notifications: ModelNotification[]
  reports: ModelReport[]
  /** The latest event that a user has seen. */
  lastSeen: Map<ModelUser, number>
  /** The highest `id` that was ever assigned. */
  given: { users: number; posts: number; comments: number; uploads: number }
}

/** `id` is that of the user's sessions when it began. */
type Session = { token: string; userId: string; until: number; id?: number }

/** The state that the mock should have, written from the product rules and not from the handlers. */
export type World = {
  /** In seconds since 1970. */
  now: number
  data: ModelData
  sessions: Session[]
  /** The number of events. */
  events: number
  /** Old addresses of pictures that were moved to the image host, with the new ones. */
  moved: Map<string, string>
  /** Uploads, and old addresses of moved ones, that are checked a day after `at`. */
  expiring: { at: number; what: ModelUpload | string }[]
  settings: Settings
  /** The last snapshot: as sent, and the data that it restores. */
  saved?: { reply: unknown; data: ModelData }
}

export function newWorld(now: number, data: ModelData): World {
  const settings = { delay: 0, failures: [], overrides: [], defects: [] }
  return { now, data, sessions: [], events: 0, moved: new Map(), expiring: [], settings }
}

export const commentsOf = ({ posts }: ModelData): ModelComment[] =>
  posts.flatMap((post) => post.comments)

/** `_id`s sort by creation, so the newest record has the highest. */
export function sortedNewestFirst<Kind extends ModelRecord>(things: readonly Kind[]): Kind[] {
  return things.toSorted((a, b) => (a._id < b._id ? 1 : -1))
}
