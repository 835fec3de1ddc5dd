import { accountRules } from './account-rules.ts'
import { authRules } from './auth-rules.ts'
import { commentRules } from './comment-rules.ts'
import { mockRules } from './controls-rules.ts'
import { notificationRules } from './notification-rules.ts'
import { postRules } from './post-rules.ts'
import type { Rules } from './rule.ts'
import { uploadRules } from './upload-rules.ts'
import { userRules } from './user-rules.ts'

/** The expected behaviour of every call of the contract. A missing rule is a compile error. */
export const rules: Rules = {
  ...authRules,
  ...userRules,
  ...postRules,
  ...commentRules,
  ...notificationRules,
  ...accountRules,
  ...mockRules,
  ...uploadRules,
}
