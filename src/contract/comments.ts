import * as v from 'valibot'
import { type CallTable, json } from './call.ts'
import { EditedContent, NewContent } from './content.ts'
import { Comment, User } from './entities.ts'
import { apiErrors } from './errors.ts'
import { NewReport, reportReply } from './report.ts'

const commentsReply = v.object({ comments: v.array(Comment) })

/** The calls of R12.6. Each but one returns the comments of its post, newest first. */
export const commentCalls = {
  'GET /api/comments/:postId': {
    summary: 'The comments on a post.',
    offline: 'club first',
    paged: true,
    status: 200,
    reply: commentsReply,
    refuses: [apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'GET /api/comments/:postId/:commentId/upvotes': {
    summary: 'The users who upvoted a comment.',
    offline: 'club',
    paged: true,
    status: 200,
    reply: v.object({ users: v.array(User) }),
    refuses: [apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/add/:postId': {
    summary: 'Comment on a post.',
    offline: 'here',
    change: 'Comment on {post}{text}',
    byCourier: 'shown',
    auth: true,
    writes: true,
    status: 201,
    ...json(NewContent, { content: 'No leaks so far', imageUrl: '', imageAlt: '' }),
    reply: commentsReply,
    refuses: [apiErrors.unknownPost],
  },
  'POST /api/comments/edit/:postId/:commentId': {
    summary: "Change the text and the pictures of one of the viewer's own comments.",
    offline: 'here',
    change: 'Edit a comment{text}',
    byCourier: 'shown',
    auth: true,
    writes: true,
    status: 201,
    ...json(EditedContent, { content: 'One leak so far' }),
    reply: commentsReply,
    refuses: [apiErrors.editForeignComment, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/delete/:postId/:commentId': {
    summary: "Delete one of the viewer's own comments, or any comment on the viewer's own post.",
    offline: 'here',
    change: 'Delete a comment',
    byCourier: 'shown',
    doneIf: [apiErrors.unknownPost, apiErrors.unknownComment],
    auth: true,
    writes: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.deleteForeignComment, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/upvote/:postId/:commentId': {
    summary: 'Upvote a comment.',
    offline: 'here',
    change: 'Upvote a comment',
    byCourier: 'delivered',
    doneIf: [apiErrors.alreadyUpvoted],
    auth: true,
    writes: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.alreadyUpvoted, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/downvote/:postId/:commentId': {
    summary: 'Downvote a comment.',
    offline: 'here',
    change: 'Downvote a comment',
    byCourier: 'delivered',
    doneIf: [apiErrors.alreadyDownvoted],
    auth: true,
    writes: true,
    status: 201,
    reply: commentsReply,
    refuses: [apiErrors.alreadyDownvoted, apiErrors.unknownPost, apiErrors.unknownComment],
  },
  'POST /api/comments/report/:postId/:commentId': {
    summary: 'Report a comment to the organiser.',
    offline: 'here',
    change: 'Report a comment',
    byCourier: false,
    doneIf: [apiErrors.alreadyReported],
    auth: true,
    writes: true,
    status: 201,
    ...json(NewReport, { reason: 'insult', text: 'See the last line.' }),
    reply: reportReply,
    refuses: [
      apiErrors.reportSelf,
      apiErrors.alreadyReported,
      apiErrors.unknownPost,
      apiErrors.unknownComment,
    ],
  },
} as const satisfies CallTable
