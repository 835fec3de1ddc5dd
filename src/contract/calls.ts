import { accountCalls } from './account.ts'
import { authCalls } from './auth.ts'
import type { BodyOf, PathParam, ReplyOf } from './call.ts'
import { commentCalls } from './comments.ts'
import { controlCalls } from './controls.ts'
import { notificationCalls } from './notifications.ts'
import { postCalls } from './posts.ts'
import { uploadCalls } from './uploads.ts'
import { userCalls } from './users.ts'

/** Every call of the API, in the order in which the mock matches them. */
export const calls = {
  ...authCalls,
  ...userCalls,
  ...postCalls,
  ...commentCalls,
  ...notificationCalls,
  ...accountCalls,
  ...controlCalls,
  ...uploadCalls,
} as const

export type Calls = typeof calls
/** The name of a call in code, tests and the tester, such as `'POST /api/posts/like/:postId'`. */
export type CallName = keyof Calls

export type Params<Name extends CallName> = { [Key in PathParam<Name>]: string }
export type Body<Name extends CallName> = BodyOf<Calls[Name]>
export type Reply<Name extends CallName> = ReplyOf<Calls[Name]>
