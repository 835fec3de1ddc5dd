import * as v from 'valibot'
import { PictureUrl } from './content.ts'

const uuid = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must be a UUID'),
)
const uuids = v.array(uuid)
const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/, 'must be a YYYY-MM-DDTHH:mm:ssZ'),
)
const photo = v.object({ default: PictureUrl, chosen: PictureUrl })

const base64Url = v.pipe(
  v.string(),
  v.check((text) => /^[\w-]*$/.test(text) && text.length % 4 !== 1, 'must be base64url'),
)
/** One that cannot be checked would fail every login, and one of many rounds would hold it up. */
const password = v.pipe(
  v.string(),
  v.regex(
    /^(?!pbkdf2\$)|^pbkdf2\$100000\$[\w-]{22}\$[\w-]{43}$/,
    'must be plain, or a hash of ours',
  ),
)

const rowEntries = {
  _id: uuid,
  id: v.pipe(v.string(), v.regex(/^[1-9]\d*$/, 'must be a number')),
  createdAt: timestamp,
  updatedAt: timestamp,
}

const contentEntries = {
  ...rowEntries,
  userId: uuid,
  content: v.string(),
  imageUrl: v.optional(PictureUrl),
}

const sequence = v.pipe(v.number(), v.integer(), v.minValue(0))

/** All data of the mock, as it is stored: rows name each other by `_id`. */
export const Snapshot = v.object({
  /** Of the stored data's shape; only the one that the app has now can be put back. */
  version: v.number(),
  /** The highest `id` that was ever given, so that none is given twice. */
  sequences: v.object({ users: sequence, posts: sequence, comments: sequence, uploads: sequence }),
  users: v.array(
    v.object({
      ...rowEntries,
      username: v.pipe(v.string(), v.nonEmpty('must not be empty')),
      firstName: v.string(),
      name: v.string(),
      /** As stored: plain for seeds (spec §3), a hash for people who signed up. */
      password,
      bio: v.string(),
      profilePhoto: photo,
      coverPhoto: photo,
      followers: uuids,
      following: uuids,
      bookmarks: uuids,
      liked: uuids,
      extra: v.looseObject({}),
    }),
  ),
  posts: v.array(
    v.object({
      ...contentEntries,
      likeCount: v.number(),
      likedBy: uuids,
      dislikedBy: uuids,
      bookmarkedBy: uuids,
    }),
  ),
  comments: v.array(
    v.object({ ...contentEntries, postId: uuid, upvotedBy: uuids, downvotedBy: uuids }),
  ),
  /** Pictures that are kept on the device. */
  uploads: v.array(v.object({ ...rowEntries, userId: uuid, type: v.string(), bytes: base64Url })),
})
export type Snapshot = v.InferOutput<typeof Snapshot>
