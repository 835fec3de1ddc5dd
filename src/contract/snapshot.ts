import * as v from 'valibot'
import { profileEntries, StoredName, StoredUsername, serverOwned } from './auth.ts'
import { UUID_V7 } from './checks.ts'
import { StoredPictureUrl } from './content.ts'
import { notificationTypes } from './notifications.ts'

const isUuid = v.regex<string, string>(UUID_V7, 'must be a UUID of version 7')
const uuid = v.pipe(v.string(), isUuid)
const uuids = v.array(uuid)

/** The first moment of the year 10000. Leaves room for new rows, which sort after all others. */
const TOO_LATE = 'e677d21f-dc00'
const rowId = v.pipe(
  v.string(),
  isUuid,
  v.check((id) => id < TOO_LATE, 'must be of a time before the year 10000'),
)

const timestamp = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-](0\d|1[0-4]):[0-5]\d$/,
    'must be a YYYY-MM-DDTHH:mm:ssZ',
  ),
  v.check(isOnCalendar, 'must be a real date and time'),
)

/** Engines parse February 30 differently: as an error, or as a day in March. */
function isOnCalendar(text: string): boolean {
  const local = text.slice(0, 19)
  const date = new Date(`${local}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local)
}

/** In the form in which the back end stores names. */
const isTrimmed = v.check<string, string>((text) => text === text.trim(), 'must be trimmed')

const photo = v.object({
  default: StoredPictureUrl,
  chosen: StoredPictureUrl,
  alt: v.optional(v.string()),
})

const base64Url = v.pipe(
  v.string(),
  v.check((text) => /^[\w-]*$/.test(text) && text.length % 4 !== 1, 'must be base64url'),
)
/**
 * A malformed hash would fail every log-in, one with many rounds would block it, and an empty one would accept any
 * password.
 */
const password = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.regex(
    /^(?!pbkdf2\$)|^pbkdf2\$[16]00000\$[\w-]{22}\$[\w-]{43}$/,
    'must be plain, or a hash of ours',
  ),
)

const rowEntries = {
  _id: rowId,
  id: v.pipe(v.string(), v.regex(/^[1-9]\d*$/, 'must be a number')),
  createdAt: timestamp,
  updatedAt: timestamp,
}

const contentEntries = {
  ...rowEntries,
  userId: uuid,
  content: v.string(),
  imageUrl: v.optional(StoredPictureUrl),
  imageAlt: v.optional(v.string()),
  images: v.optional(v.array(v.object({ url: StoredPictureUrl, alt: v.optional(v.string()) }))),
  arrivedAt: v.optional(timestamp),
}

/** Up to half of the safe integers, which leaves room for new ids. */
const sequence = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 52))

const RESERVED: readonly string[] = [
  ...serverOwned,
  ...Object.keys(profileEntries),
  ...['username', 'password', '__proto__', 'constructor', 'prototype'],
]

/** Other fields of a user. One with the name of a real field would replace it in a reply. */
const extra = v.pipe(
  v.unknown(),
  // Before the object is parsed, which drops prototype keys.
  v.check(
    (fields) => Object.keys(Object(fields)).every((key) => !RESERVED.includes(key)),
    `must hold none of ${RESERVED.join(', ')}`,
  ),
  v.looseObject({}),
)

/** All data of the mock in stored form: rows refer to each other by `_id`. */
export const Snapshot = v.object({
  /** The schema version of the data; only the current one can be restored. */
  version: v.number(),
  /** The highest `id` that was ever assigned, so that none is assigned twice. */
  sequences: v.object({ users: sequence, posts: sequence, comments: sequence, uploads: sequence }),
  users: v.array(
    v.object({
      ...rowEntries,
      username: v.pipe(StoredUsername, isTrimmed),
      firstName: v.pipe(StoredName, isTrimmed),
      name: v.pipe(StoredName, isTrimmed),
      /** Since sessions were ended: which are valid. */
      sessions: v.optional(v.object({ id: v.string(), kept: v.string() })),
      /** As stored: plain for seeds (R3.17), a hash for people who signed up. */
      password,
      bio: v.string(),
      profilePhoto: photo,
      coverPhoto: photo,
      followers: uuids,
      following: uuids,
      bookmarks: uuids,
      liked: uuids,
      muted: v.optional(uuids),
      /** The newest notification that the user has seen. */
      lastSeen: v.optional(uuid),
      extra,
    }),
  ),
  posts: v.array(
    v.object({
      ...contentEntries,
      likeCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
      likedBy: uuids,
      dislikedBy: uuids,
      bookmarkedBy: uuids,
    }),
  ),
  comments: v.array(
    v.object({ ...contentEntries, postId: uuid, upvotedBy: uuids, downvotedBy: uuids }),
  ),
  notifications: v.optional(
    v.array(
      v.object({
        /** That of the latest event. */
        _id: rowId,
        /** Who is notified. */
        userId: uuid,
        type: v.picklist(notificationTypes),
        postId: v.optional(uuid),
        commentId: v.optional(uuid),
        /** The latest event of each of the latest people, the newest first. */
        by: v.pipe(
          v.array(v.object({ _id: rowId, userId: uuid })),
          v.minLength(1, 'must name somebody'),
        ),
        /** The comments that it counts. */
        comments: v.optional(uuids),
      }),
    ),
  ),
  /** Pictures that are stored on the device. */
  uploads: v.array(v.object({ ...rowEntries, userId: uuid, type: v.string(), bytes: base64Url })),
})
export type Snapshot = v.InferOutput<typeof Snapshot>
