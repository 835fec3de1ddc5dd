import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'

/**
 * The users of this name, however it is spelled. There is one at most, except in data of version 1,
 * which compared names to the letter: then whose name is the same to the letter comes first, then
 * the oldest, and log-in takes the first whose password matches.
 */
export async function usersNamed(tx: Transaction, username: string): Promise<UserRow[]> {
  const oldestFirst = (await tx.listBy('users', 'username', username)).toReversed()
  const isExact = (user: UserRow) => Number(user.username === username)
  return oldestFirst.sort((a, b) => isExact(b) - isExact(a))
}
