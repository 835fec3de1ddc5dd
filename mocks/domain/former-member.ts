import { FORMER_MEMBER } from '../../src/contract/former-member.ts'
import { groupPrefix } from '../store/keys.ts'
import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { NO_PASSWORD } from './password.ts'

/** Whether the account was removed: only a user of a removed account has no password. Not known in a replica. */
export function hasLeft({ password }: UserRow): boolean {
  return password.startsWith(NO_PASSWORD)
}

/** How many users are those of removed accounts. */
export async function countFormerMembers(tx: Transaction): Promise<number> {
  // Without the slash at the end, the names that begin so.
  const prefix = groupPrefix('users', 'username', FORMER_MEMBER).slice(0, -1)
  const [ids = []] = await tx.entries.scan([prefix])
  return (await tx.getMany('users', ids as string[])).filter(hasLeft).length
}

/** The username that a removed account gets. In older data, another account can have the first choice. */
export async function formerUsername(tx: Transaction, { _id, id }: UserRow): Promise<string> {
  let username = `${FORMER_MEMBER} ${id}`
  const others = async () => tx.listBy('users', 'username', username)
  while ((await others()).some((user) => user._id !== _id)) username += '-2'
  return username
}
