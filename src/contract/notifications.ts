import * as v from 'valibot'
import { type CallTable, json } from './call.ts'
import { UUID_V7 } from './checks.ts'
import { UserCopy } from './entities.ts'

export const notificationTypes = ['like', 'comment', 'follow', 'mention'] as const

/** Events of one kind that concern the viewer, such as all likes of one post (R17.1). */
export const Notification = v.object({
  /** That of the latest event, a UUID version 7: another one after each event. It sorts by time. */
  _id: v.string(),
  type: v.picklist(notificationTypes),
  /** At most three of those who did it, the latest first. */
  by: v.array(UserCopy),
  /** Of likes and follows, the people; of comments, the comments. */
  count: v.number(),
  /** The post; missing from a follow. */
  postId: v.optional(v.string()),
  /** Whether the viewer wrote the post. */
  isOwnPost: v.optional(v.boolean()),
  /** The latest comment, or the one with the mention. */
  commentId: v.optional(v.string()),
  /** The beginning of the text of the post, or of the comment with the mention. */
  text: v.optional(v.string()),
  createdAt: v.string(),
  isSeen: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

/** The calls of R17: what others did that concerns the viewer. */
export const notificationCalls = {
  'GET /api/notifications': {
    summary:
      'What concerns the viewer: likes and comments, comments after theirs, new followers and mentions.',
    offline: 'club first',
    auth: true,
    paged: true,
    status: 200,
    reply: v.object({
      notifications: v.array(Notification),
      /** How many are unseen, at most `MAX_UNSEEN`. */
      unseen: v.number(),
    }),
  },
  'POST /api/notifications/seen': {
    summary: 'Mark a notification and all older ones as seen.',
    offline: 'here',
    change: 'Mark notifications as seen',
    byCourier: false,
    auth: true,
    writes: true,
    status: 200,
    ...json(
      v.object({
        /** The newest notification that was seen. */
        _id: v.pipe(v.string(), v.regex(UUID_V7, 'must be the _id of a notification')),
      }),
      { _id: '019a0000-0000-7000-8000-000000000000' },
    ),
    reply: v.object({ unseen: v.number() }),
  },
} as const satisfies CallTable
