import type { Notification } from '../../src/contract/notifications.ts'
import { countKey } from '../store/counts.ts'
import { keyIn, NOTIFICATIONS } from '../store/keys.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Page } from '../store/write-buffer.ts'

/** An event of a notification. Its `_id` is a UUID version 7, so it sorts by time. */
type NotificationEvent = { _id: string; userId: string }

/** One notification of a user. The group is `like-<post>`, `comment-<post>`, `follow` or `mention-<post or comment>`. */
export type Notified = { userId: string; group: string }

/**
 * Events that concern a user, collapsed: one row for all likes of a post. Its size does not depend on how many they are.
 * It moves to the top of the list with each event.
 */
export type NotificationRow = Notified & {
  /** That of the latest event. */
  _id: string
  type: Notification['type']
  postId?: string
  commentId?: string
  /** The latest event of each of the latest people, the newest first. */
  by: NotificationEvent[]
  /** In a replica, which has no likes of others: how many muted people like the post, beside those in `by` (R6.7). */
  hidden?: number
}

/** The group of a notification. Notifications of a follow belong to no post. */
export function groupOf({
  type,
  postId,
  commentId,
}: Pick<NotificationRow, 'type' | 'postId' | 'commentId'>): string {
  const about = type === 'mention' ? (commentId ?? postId) : postId
  return about ? `${type}-${about}` : type
}

const rowKey = ({ userId, group }: Notified) => `${NOTIFICATIONS}/${userId}/${group}`
export const seenKey = (userId: string) => `${NOTIFICATIONS}.seen/${userId}`
const recipientsKey = (contentId: string) => `${NOTIFICATIONS}.of/${contentId}`
const orderPrefix = (userId: string) => `${NOTIFICATIONS}.order/${userId}/`
/** The prefix of the number of comments in a notification (`counts.ts`). */
const countPrefix = (notified: Notified) => `${rowKey(notified)}/`

/** The stored entries of a notification, as a device has them. @param comments how many it counts */
export function storedNotification(row: NotificationRow, comments: number): [string, unknown][] {
  const { _id, userId, group } = row
  return [
    [rowKey(row), row],
    [keyIn(orderPrefix(userId), _id), { _id, group }],
    ...(comments ? [[countKey(countPrefix(row)), comments] as [string, unknown]] : []),
  ]
}

/**
 * The notifications of users in a transaction, and who was notified of a text:
 *
 *     notifications/<user>/<group>                      the row
 *     notifications.order/<user>/<inverted _id>         its place in the list: `{ _id, group }`
 *     notifications.seen/<user>                         the newest that the user has seen: an `_id`
 *     notifications.of/<post or comment>                whom the text has notified: `[userId, group]` each
 */
class Notifications {
  /** The notifications that got an event in this transaction. */
  readonly events: Notified[] = []
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  async get(notified: Notified): Promise<NotificationRow | undefined> {
    return (await this.#tx.entries.read([rowKey(notified)]))[0] as NotificationRow | undefined
  }

  /** Reads notifications and their numbers of comments at once, before they are changed one by one. */
  async load(notified: readonly Notified[]): Promise<void> {
    await this.#tx.entries.load(notified.map(rowKey))
    await this.#tx.counts.load(notified.map(countPrefix))
  }

  /** Stores a notification at the place of its `_id` in the list. */
  async put(row: NotificationRow): Promise<void> {
    await this.remove(row)
    const { _id, userId, group } = row
    this.#tx.entries.set(rowKey(row), row)
    this.#tx.entries.set(keyIn(orderPrefix(userId), _id), { _id, group })
  }

  async remove(notified: Notified): Promise<void> {
    const old = await this.get(notified)
    if (old) this.#tx.entries.set(keyIn(orderPrefix(notified.userId), old._id), undefined)
    this.#tx.entries.set(rowKey(notified), undefined)
    this.#tx.touchOwn('notifications', notified.userId)
  }

  /** The notifications of a user or a page of them, newest first. */
  async list(userId: string, page?: Page): Promise<NotificationRow[]> {
    const order = await this.#order(userId, page)
    const rows = await this.#tx.entries.read(order.map(({ group }) => rowKey({ userId, group })))
    return rows.filter((row) => row !== undefined) as NotificationRow[]
  }

  /** The `_id` of the newest notification of a user; `undefined` without any. */
  async newest(userId: string): Promise<string | undefined> {
    return (await this.#order(userId, { limit: 1 }))[0]?._id
  }

  /** The notifications of all users. */
  async listAll(): Promise<NotificationRow[]> {
    return (await this.#tx.entries.scanStored(`${NOTIFICATIONS}/`)) as NotificationRow[]
  }

  /** How many notifications of a user are unseen, at most `max`. */
  async countUnseen(userId: string, max: number): Promise<number> {
    const seen = await this.lastSeen(userId)
    return (await this.#order(userId, { limit: max })).filter(({ _id }) => _id > seen).length
  }

  /** The `_id` of the newest notification that a user has seen. */
  async lastSeen(userId: string): Promise<string> {
    const [last = ''] = await this.lastSeenBy([userId])
    return last
  }

  /** The same of several users. */
  async lastSeenBy(userIds: readonly string[]): Promise<string[]> {
    const stored = await this.#tx.entries.read(userIds.map(seenKey))
    return stored.map((last) => (typeof last === 'string' ? last : ''))
  }

  putLastSeen(userId: string, _id: string | undefined): void {
    this.#tx.entries.set(seenKey(userId), _id)
    this.#tx.touchOwn('notifications', userId)
  }

  /** The number of comments in each of these notifications. */
  async countComments(notified: readonly Notified[]): Promise<number[]> {
    return this.#tx.counts.read(notified.map(countPrefix))
  }

  async addComments(notified: Notified, change: number): Promise<void> {
    await this.#tx.counts.add(countPrefix(notified), change)
    this.#tx.touchOwn('notifications', notified.userId)
  }

  clearComments(notified: Notified): void {
    this.#tx.counts.set(countPrefix(notified), 0)
  }

  /** Whom each of these posts and comments has notified. */
  async recipientsOf(contentIds: readonly string[]): Promise<Notified[][]> {
    const stored = await this.#tx.entries.read(contentIds.map(recipientsKey))
    return (stored as ([userId: string, group: string][] | undefined)[]).map((recipients = []) =>
      recipients.map(([userId, group]) => ({ userId, group })),
    )
  }

  putRecipients(contentId: string, recipients: readonly Notified[]): void {
    const stored = recipients.map(({ userId, group }) => [userId, group]).sort()
    this.#tx.entries.set(recipientsKey(contentId), stored.length > 0 ? stored : undefined)
  }

  async #order(userId: string, page?: Page): Promise<{ _id: string; group: string }[]> {
    const [found = []] = await this.#tx.entries.scan([orderPrefix(userId)], page)
    return found as { _id: string; group: string }[]
  }
}

const opened = new WeakMap<Transaction, Notifications>()

/** The notifications in a transaction. */
export function notificationsOf(tx: Transaction): Notifications {
  const notifications = opened.get(tx) ?? new Notifications(tx)
  opened.set(tx, notifications)
  return notifications
}
