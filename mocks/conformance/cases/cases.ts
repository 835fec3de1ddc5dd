import type { CallName } from '../../../src/contract/calls.ts'
import { authCases } from './auth.ts'
import type { Cases } from './case.ts'
import { commentCases } from './comments.ts'
import { mockCases } from './controls.ts'
import { postCases } from './posts.ts'
import { uploadCases } from './uploads.ts'
import { userCases } from './users.ts'

/** How to try every call of the contract. */
export const cases: Cases<CallName> = {
  ...authCases,
  ...userCases,
  ...postCases,
  ...commentCases,
  ...mockCases,
  ...uploadCases,
}
