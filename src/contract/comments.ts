import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { EditedContent, NewContent } from './content.ts'
import { Comment } from './entities.ts'
import { apiErrors } from './errors.ts'

const commentsReply = v.object({ comments: v.array(Comment) })

/** The calls of R12.6. Each returns the comments of its post, newest first. */
export const commentCalls = {
  'GET /api/comments/:postId': {
    summary: 'The comments on a post, newest first.',
    status: 200,
    reply: commentsReply,
    refuses: [apiErrors.unknownPost],
  },
  'POST /api/comments/add/:postId': {
    summary: 'Comment on a post.',
    auth: true,
    status: 201,
    body: NewContent,
    reply: commentsReply,
    refuses: [apiErrors.unknownPost],
  },
  'POST /api/comments/edit/:postId/:commentId': {
    summary: "Change the text of one of the viewer's own comments.",
    auth: true,
    status: 201,
    body: EditedContent,
    reply: commentsReply,
    refuses: [apiErrors.editForeignComment, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/delete/:postId/:commentId': {
    summary: "Delete one of the viewer's own comments, or any comment on the viewer's own post.",
    auth: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.deleteForeignComment, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/upvote/:postId/:commentId': {
    summary: 'Upvote a comment.',
    auth: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.alreadyUpvoted, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/downvote/:postId/:commentId': {
    summary: 'Downvote a comment.',
    auth: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.alreadyDownvoted, apiErrors.unknownPost, apiErrors.unknownComment],
  },
} as const satisfies CallTable
