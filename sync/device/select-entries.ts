import { NOTIFICATIONS, rowKey } from '../../mocks/data/keys.ts'
import type { NotificationRow } from '../../mocks/data/notifications.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { postIdOf, userIdsOf } from '../entries.ts'
import type { EntryList } from '../protocol.ts'
import type { ReplicaState } from './replica-state.ts'

/**
 * The entries that belong to a replica: of posts that are not older than its oldest one, and of users that it has, or who
 * wrote something in these entries, or are named in a notification. So it does not grow with the number of members.
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
    ...ofPosts.flatMap(([key, value]) => shownIn(key, value)),
  ])
  return ofPosts.filter(([key, value]) => userIdsOf(key, value).every((id) => kept.has(id)))
}

/** The `_id`s of the users whom an entry shows. */
function shownIn(key: string, value: unknown): string[] {
  if (!value) return []
  if (/^(posts|comments)\//.test(key)) return [(value as { userId: string }).userId]
  if (!key.startsWith(`${NOTIFICATIONS}/`)) return []
  return (value as NotificationRow).by.map(({ userId }) => userId)
}
