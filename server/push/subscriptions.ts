import { hash } from 'node:crypto'
import { readTime } from '../../mocks/domain/settings.ts'
import { type Session, userOfSession } from '../../mocks/domain/token.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { PushKeys } from './encrypt.ts'

/** A browser that gets the notifications of a user, for as long as the session lasts in which it subscribed. */
export type Subscription = PushKeys & {
  endpoint: string
  /** Of the page that subscribed: a click opens it there. */
  origin: string
  session: Session
  /** In ms since 1970. */
  createdAt: number
}

/** Subscriptions of one user. The oldest gives way. */
const MAX_SUBSCRIPTIONS = 10

/*
 *     push/<user>/<hash of the endpoint>      a subscription
 *     push.of/<hash of the endpoint>          the `_id` of its user
 *
 * Replicas and snapshots have neither.
 */
const prefixOf = (userId: string) => `push/${userId}/`
const nameOf = (endpoint: string) => hash('sha256', endpoint, 'base64url')

/** Stores a subscription of its session's user. A browser belongs to the last user who subscribed there. */
export async function putSubscription(
  tx: Transaction,
  user: UserRow,
  subscription: Subscription,
): Promise<void> {
  const [stored = []] = await listSubscriptions(tx, [user._id])
  await removeSubscription(tx, subscription.endpoint)
  const others = stored
    .filter(({ endpoint }) => endpoint !== subscription.endpoint)
    .sort((a, b) => b.createdAt - a.createdAt)
  for (const { endpoint } of others.slice(MAX_SUBSCRIPTIONS - 1))
    await removeSubscription(tx, endpoint)
  const name = nameOf(subscription.endpoint)
  tx.entries.set(prefixOf(user._id) + name, subscription)
  tx.entries.set(`push.of/${name}`, user._id)
}

/** Removes a subscription. The endpoint is a secret of the browser, its push service and us, so it is enough. */
export async function removeSubscription(tx: Transaction, endpoint: string): Promise<void> {
  const name = nameOf(endpoint)
  const [userId] = await tx.entries.read([`push.of/${name}`])
  if (typeof userId !== 'string') return
  tx.entries.set(prefixOf(userId) + name, undefined)
  tx.entries.set(`push.of/${name}`, undefined)
}

/** The subscriptions of each user, those of ended sessions too. Does not see the changes of the transaction. */
export async function listSubscriptions(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Subscription[][]> {
  return (await tx.entries.scan(userIds.map(prefixOf))) as Subscription[][]
}

/** Those of these subscriptions whose sessions last. @param now in ms since 1970 */
export async function withSession(
  tx: Transaction,
  subscriptions: readonly Subscription[],
  now: number,
): Promise<Subscription[]> {
  const users = await Promise.all(subscriptions.map((one) => userOfSession(tx, one.session, now)))
  return subscriptions.filter((_, index) => users[index])
}

/** Removes the subscriptions of users whose sessions have ended. */
export async function removeEnded(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const now = await readTime(tx)
  const lists = await listSubscriptions(tx, userIds)
  for (const index of userIds.keys()) {
    const stored = lists[index] ?? []
    const open = await withSession(tx, stored, now)
    for (const one of stored) if (!open.includes(one)) await removeSubscription(tx, one.endpoint)
  }
}
