import * as v from 'valibot'
import { NewPassword, profileEntries, Username } from './auth.ts'
import type { CallTable } from './call.ts'
import { Post, User } from './entities.ts'
import { apiErrors } from './errors.ts'
import { NewReport, reportReply } from './report.ts'

const bookmarksReply = v.object({ bookmarks: v.array(Post) })
const followReply = v.object({ user: User, followUser: User })

/** The calls of R12.4. `bookmark` and `muted` come before `:id`, which would match them too. */
export const userCalls = {
  'GET /api/users': {
    searched: 'firstName or username',
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
    refuses: [apiErrors.unknownUser],
  },
  'GET /api/users/bookmark': {
    auth: true,
    paged: true,
    status: 200,
    reply: bookmarksReply,
  },
  'GET /api/users/muted': {
    auth: true,
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
  },
  'GET /api/users/:id': {
    status: 200,
    reply: v.object({ user: User }),
    refuses: [apiErrors.unknownUser],
  },
  'GET /api/users/:id/followers': {
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
    refuses: [apiErrors.unknownUser],
  },
  'GET /api/users/:id/following': {
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
    refuses: [apiErrors.unknownUser],
  },
  'POST /api/users/edit': {
    auth: true,
    writes: true,
    status: 201,
    body: v.object({
      userData: v.pipe(
        v.unknown(),
        v.check((fields) => !Array.isArray(fields), 'must be an object'),
        v.looseObject({
          username: v.optional(Username),
          password: NewPassword,
          ...profileEntries,
        }),
      ),
    }),
    reply: v.object({ user: User }),
    refuses: [apiErrors.usernameTaken, apiErrors.guestIsFixed],
  },
  'POST /api/users/bookmark/:postId': {
    auth: true,
    writes: true,
    status: 200,
    reply: bookmarksReply,
    refuses: [apiErrors.alreadyBookmarked, apiErrors.unknownPost],
  },
  'POST /api/users/remove-bookmark/:postId': {
    auth: true,
    writes: true,
    status: 200,
    reply: bookmarksReply,
    refuses: [apiErrors.notBookmarked, apiErrors.unknownPost],
  },
  'POST /api/users/follow/:id': {
    auth: true,
    writes: true,
    status: 200,
    reply: followReply,
    refuses: [apiErrors.alreadyFollowing, apiErrors.followSelf, apiErrors.unknownUser],
  },
  'POST /api/users/unfollow/:id': {
    auth: true,
    writes: true,
    status: 200,
    reply: followReply,
    refuses: [apiErrors.notFollowing, apiErrors.unknownUser],
  },
  'POST /api/users/mute/:id': {
    auth: true,
    writes: true,
    status: 200,
    reply: v.object({ user: User }),
    refuses: [apiErrors.alreadyMuted, apiErrors.muteSelf, apiErrors.unknownUser],
  },
  'POST /api/users/unmute/:id': {
    auth: true,
    writes: true,
    status: 200,
    reply: v.object({ user: User }),
    refuses: [apiErrors.notMuted, apiErrors.unknownUser],
  },
  'POST /api/users/report/:id': {
    auth: true,
    writes: true,
    status: 201,
    body: NewReport,
    reply: reportReply,
    refuses: [apiErrors.reportSelf, apiErrors.alreadyReported, apiErrors.unknownUser],
  },
} as const satisfies CallTable
