import type { Transaction } from '../../mocks/store/transaction.ts'
import { isFormerMember } from '../../src/contract/former-member.ts'
import type { ReplicaState } from './replica-state.ts'

/**
 * Those of the users of this device whose accounts the club no longer has: what they have written can never be sent. Not
 * stored, because a club that is restored can have them again.
 */
export async function goneAuthors(
  tx: Transaction,
  userIds: readonly string[],
  state: ReplicaState | undefined,
): Promise<string[]> {
  if (!state) return []
  const rows = new Map((await tx.getMany('users', userIds)).map((row) => [row._id, row]))
  return userIds.filter((id) => {
    const row = rows.get(id)
    // A replica always has its own users.
    return row ? isFormerMember(row) : state.hasAllUsers || state.viewers.includes(id)
  })
}
