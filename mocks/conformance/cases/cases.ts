import type { Options } from '../../../src/client/call-through.ts'
import type { CallName } from '../../../src/contract/calls.ts'
import type { Scene } from '../../testing/scene.ts'
import { accountCases } from './account.ts'
import { authCases } from './auth.ts'
import type { Cases } from './case.ts'
import { commentCases } from './comments.ts'
import { controlCases } from './controls.ts'
import { notificationCases } from './notifications.ts'
import { postCases } from './posts.ts'
import { uploadCases } from './uploads.ts'
import { userCases } from './users.ts'

/** How to test every call of the contract. */
export const cases: Cases<CallName> = {
  ...authCases,
  ...userCases,
  ...postCases,
  ...commentCases,
  ...notificationCases,
  ...accountCases,
  ...controlCases,
  ...uploadCases,
}

type AnyPrepare = (scene: Scene) => Options<CallName> | Promise<Options<CallName>>
type AnyCase = { succeeds: AnyPrepare; refuses: Record<string, AnyPrepare> }

/** The case of a call whose name is known only at run time. The compiler has checked the table. */
export function caseOf(name: CallName): AnyCase {
  return cases[name] as unknown as AnyCase
}
