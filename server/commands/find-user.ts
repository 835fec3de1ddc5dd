import { isUuid } from '../../mocks/data/ids.ts'
import type { UserRow } from '../../mocks/data/tables.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { usersNamed } from '../../mocks/domain/profile.ts'

/**
 * The user with this username, in any spelling, or `_id`.
 * @throws Error when there is none
 */
export async function findUser(tx: Transaction, name = ''): Promise<UserRow> {
  const [named] = await usersNamed(tx, name.replace(/^@/, ''))
  const user = named ?? (isUuid(name) ? await tx.get('users', name) : undefined)
  if (!user) throw new Error(`Nobody is named ${name}. The command list shows all names.`)
  return user
}
