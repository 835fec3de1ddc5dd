import { rowKey } from '../../mocks/data/keys.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { postIdOf, userIdsOf } from '../entries.ts'
import type { EntryList } from '../protocol.ts'
import type { ReplicaState } from './replica-state.ts'

/**
 * The entries that belong to a replica: of posts that are not older than its oldest one, and of users that it has, or who
 * wrote something in these entries. So it does not grow with the number of members.
 */
export async function selectEntries(
  tx: Transaction,
  entries: EntryList,
  { floor, hasAllUsers, viewers }: Pick<ReplicaState, 'floor' | 'hasAllUsers' | 'viewers'>,
): Promise<EntryList> {
  const ofPosts = entries.filter(([key, value]) => {
    const post = floor && postIdOf(key, value)
    return !post || post >= floor
  })
  if (hasAllUsers) return ofPosts
  const users = new Set(ofPosts.flatMap(([key, value]) => userIdsOf(key, value)))
  const keys = [...users].map((id) => rowKey('users', id))
  const rows = await tx.entries.read(keys)
  const kept = new Set([
    ...viewers,
    ...[...users].filter((_, index) => rows[index] !== undefined),
    ...ofPosts.flatMap(([key, value]) => authorOf(key, value)),
  ])
  return ofPosts.filter(([key, value]) => userIdsOf(key, value).every((id) => kept.has(id)))
}

function authorOf(key: string, value: unknown): string[] {
  const isContent = /^(posts|comments)\//.test(key)
  return isContent && value ? [(value as { userId: string }).userId] : []
}
