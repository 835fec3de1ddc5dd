import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { EditedContent, NewContent } from './content.ts'
import { Comment, User } from './entities.ts'
import { apiErrors } from './errors.ts'
import { NewReport, reportReply } from './report.ts'

const commentsReply = v.object({ comments: v.array(Comment) })

/** The calls of R12.6. Each but one returns the comments of its post, newest first. */
export const commentCalls = {
  'GET /api/comments/:postId': {
    paged: true,
    status: 200,
    reply: commentsReply,
    refuses: [apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'GET /api/comments/:postId/:commentId/upvotes': {
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
    refuses: [apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/add/:postId': {
    auth: true,
    writes: true,
    status: 201,
    body: NewContent,
    reply: commentsReply,
    refuses: [apiErrors.unknownPost],
  },
  'POST /api/comments/edit/:postId/:commentId': {
    auth: true,
    writes: true,
    status: 201,
    body: EditedContent,
    reply: commentsReply,
    refuses: [apiErrors.editForeignComment, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/delete/:postId/:commentId': {
    auth: true,
    writes: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.deleteForeignComment, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/upvote/:postId/:commentId': {
    auth: true,
    writes: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.alreadyUpvoted, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/downvote/:postId/:commentId': {
    auth: true,
    writes: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.alreadyDownvoted, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/report/:postId/:commentId': {
    auth: true,
    writes: true,
    status: 201,
    body: NewReport,
    reply: reportReply,
    refuses: [
      apiErrors.reportSelf,
      apiErrors.alreadyReported,
      apiErrors.unknownPost,
      apiErrors.unknownComment,
    ],
  },
} as const satisfies CallTable
