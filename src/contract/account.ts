import * as v from 'valibot'
import { type CallTable, json } from './call.ts'
import { textUpTo } from './checks.ts'
import { postEntries, UserCopy, userEntries } from './entities.ts'
import { apiErrors } from './errors.ts'
import { Notification } from './notifications.ts'
import { TEXT_LIMITS } from './text-limits.ts'

const Ids = v.array(v.string())

/** Everything that the back end keeps about an account, without passwords. Posts and comments of others are `_id`s. */
export const AccountExport = v.object({
  profile: v.looseObject({ ...userEntries, name: v.string() }),
  posts: v.array(v.object({ ...postEntries, likeCount: v.number() })),
  comments: v.array(v.object({ ...postEntries, postId: v.string() })),
  bookmarkedPosts: Ids,
  likedPosts: Ids,
  dislikedPosts: Ids,
  upvotedComments: Ids,
  downvotedComments: Ids,
  following: v.array(UserCopy),
  followers: v.array(UserCopy),
  muted: v.array(UserCopy),
  notifications: v.array(Notification),
  /** Of a club: those that can hand posts over (R3.28). */
  devices: v.array(v.object({ name: v.string(), createdAt: v.string(), usedAt: v.string() })),
})
export type AccountExport = v.InferOutput<typeof AccountExport>

/** The calls of R3.22 and R3.23: a user's data, and the end of an account. */
export const accountCalls = {
  'GET /api/account/export': {
    summary: 'Everything that is kept about the viewer, without the password.',
    offline: 'club',
    auth: true,
    status: 200,
    reply: AccountExport,
  },
  'POST /api/account/delete': {
    summary: 'Delete the account of the viewer.',
    offline: 'club',
    auth: true,
    writes: true,
    status: 200,
    ...json(
      v.object({
        password: textUpTo(TEXT_LIMITS.password),
        /** Leaves posts, comments, likes and votes, as those of a former member. */
        keepPosts: v.optional(v.boolean()),
      }),
      { password: 'Torque#1', keepPosts: true },
    ),
    reply: v.object({ deletedUser: v.string() }),
    refuses: [apiErrors.wrongPassword, apiErrors.guestStays],
  },
} as const satisfies CallTable
