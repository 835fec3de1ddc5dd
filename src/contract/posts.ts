import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { EditedContent, NewContent } from './content.ts'
import { Post, User } from './entities.ts'
import { apiErrors } from './errors.ts'
import { NewReport, reportReply } from './report.ts'

const postsReply = v.object({ posts: v.array(Post) })
const likeReply = v.object({ posts: v.array(Post), liked: v.array(Post) })

/** The calls of R12.5. `following` comes before `:postId`, which would match it too. */
export const postCalls = {
  'GET /api/posts': {
    searched: 'username or content',
    paged: true,
    status: 200,
    reply: postsReply,
    refuses: [apiErrors.unknownPost],
  },
  'GET /api/posts/user/:username': {
    paged: true,
    status: 200,
    reply: postsReply,
    refuses: [apiErrors.unknownPost, apiErrors.unknownUser],
  },
  'GET /api/posts/following': {
    auth: true,
    paged: true,
    status: 200,
    reply: postsReply,
    refuses: [apiErrors.unknownPost],
  },
  'GET /api/posts/:postId/likes': {
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
    refuses: [apiErrors.unknownPost],
  },
  'GET /api/posts/:postId': {
    status: 200,
    reply: v.object({ post: Post }),
    refuses: [apiErrors.unknownPost],
  },
  'POST /api/posts': {
    auth: true,
    writes: true,
    status: 201,
    body: NewContent,
    reply: postsReply,
  },
  'POST /api/posts/edit/:postId': {
    auth: true,
    writes: true,
    status: 201,
    body: EditedContent,
    reply: postsReply,
    refuses: [apiErrors.editForeignPost, apiErrors.unknownPost],
  },
  'DELETE /api/posts/:postId': {
    auth: true,
    writes: true,
    status: 201,
    reply: postsReply,
    refuses: [apiErrors.deleteForeignPost, apiErrors.unknownPost],
  },
  'POST /api/posts/like/:postId': {
    auth: true,
    writes: true,
    status: 201,
    reply: likeReply,
    refuses: [apiErrors.alreadyLiked, apiErrors.unknownPost],
  },
  'POST /api/posts/dislike/:postId': {
    auth: true,
    writes: true,
    status: 201,
    reply: likeReply,
    refuses: [apiErrors.noLikeToTake, apiErrors.alreadyDisliked, apiErrors.unknownPost],
  },
  'POST /api/posts/report/:postId': {
    auth: true,
    writes: true,
    status: 201,
    body: NewReport,
    reply: reportReply,
    refuses: [apiErrors.reportSelf, apiErrors.alreadyReported, apiErrors.unknownPost],
  },
} as const satisfies CallTable
