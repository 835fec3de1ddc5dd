import { authRules } from './auth-rules.ts'
import { commentRules } from './comment-rules.ts'
import { mockRules } from './controls-rules.ts'
import { postRules } from './post-rules.ts'
import type { Rules } from './rule.ts'
import { uploadRules } from './upload-rules.ts'
import { userRules } from './user-rules.ts'

/** What every call of the contract must do; one without a rule does not compile. */
export const rules: Rules = {
  ...authRules,
  ...userRules,
  ...postRules,
  ...commentRules,
  ...mockRules,
  ...uploadRules,
}
