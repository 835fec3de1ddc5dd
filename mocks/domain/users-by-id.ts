import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'

export type UserById = (id: string) => UserRow | undefined

/** The users that rows name by their `_id`s, read at once. */
export async function usersOf(tx: Transaction, ids: readonly string[]): Promise<UserById> {
  const rows = await tx.getMany('users', distinct(ids))
  const byId = new Map(rows.map((row) => [row._id, row]))
  return (id) => byId.get(id)
}

export function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

/** What `find` gives for each item, without the items for which it gives nothing. */
export function present<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found[] {
  return items.map(find).filter((found) => found !== undefined)
}
