import { hasLeft } from '../../mocks/domain/former-member.ts'
import { usersNamed } from '../../mocks/domain/profile.ts'
import { isUuid } from '../../mocks/store/ids.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'

/**
 * The user with this `_id`, or with this username, in any spelling.
 * @throws Error when there is none, or several
 */
export async function findUser(tx: Transaction, name = ''): Promise<UserRow> {
  // First: another account can have an `_id` as its username.
  const user = isUuid(name) ? await tx.get('users', name) : undefined
  if (user) return user
  const [first, ...others] = await usersNamed(tx, name.replace(/^@/, ''))
  if (!first) throw new Error(`Nobody is named ${name}. The command list shows all names.`)
  if (others.length === 0) return first
  const all = [first, ...others].map(({ _id, firstName }) => `${_id} (${firstName})`)
  throw new Error(`${all.length} people are named ${name}. Use the _id of one: ${all.join(', ')}.`)
}

/**
 * The same, for a change of the log-in.
 * @throws Error also when the account was removed, and only its posts are left
 */
export async function findMember(tx: Transaction, name = ''): Promise<UserRow> {
  const user = await findUser(tx, name)
  if (!hasLeft(user)) return user
  throw new Error(
    `${user.username} is a former member: the account was removed, and nobody can log in to it.`,
  )
}
