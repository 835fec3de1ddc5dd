import { accountHandlers } from './account.ts'
import { authHandlers } from './auth.ts'
import { commentHandlers } from './comments.ts'
import { controlHandlers } from './controls.ts'
import type { Handlers } from './handler.ts'
import { notificationHandlers } from './notifications.ts'
import { postHandlers } from './posts.ts'
import { uploadHandlers } from './uploads.ts'
import { userHandlers } from './users.ts'

/** The handler of every call of the contract. */
export const handlers: Handlers = {
  ...authHandlers,
  ...userHandlers,
  ...postHandlers,
  ...commentHandlers,
  ...notificationHandlers,
  ...accountHandlers,
  ...controlHandlers,
  ...uploadHandlers,
}
