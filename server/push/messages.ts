import { hash } from 'node:crypto'
import { readTime } from '../../mocks/domain/settings.ts'
import {
  type NotificationRow,
  type Notified,
  notificationsOf,
} from '../../mocks/notifications/notifications.ts'
import {
  countUnseen,
  serializeNotifications,
  withoutMuted,
} from '../../mocks/notifications/serialize-notifications.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { describeNotification } from '../../src/contract/notification-text.ts'
import type { Notification } from '../../src/contract/notifications.ts'
import type { PushMessage } from '../../src/contract/push.ts'
import { listSubscriptions, type Subscription, withSession } from './subscriptions.ts'

/** A message to one browser, not encrypted yet. */
export type Message = {
  subscription: Subscription
  text: string
  /** A push service replaces a message that waits by the next one of the same topic (RFC 8030, 5.4). */
  topic: string
}

/** Code points of the sentence, which can have three names of 100. */
const MAX_TITLE = 160

/**
 * The messages for notifications that got an event: those that still exist and are unseen, for the browsers of their users
 * whose sessions last.
 * @returns `ended`: the users with subscriptions of sessions that have ended
 */
export async function readMessages(
  tx: Transaction,
  notified: readonly Notified[],
): Promise<{ messages: Message[]; ended: string[] }> {
  const messages: Message[] = []
  const ended: string[] = []
  const now = await readTime(tx)
  const byUser = Map.groupBy(notified, ({ userId }) => userId)
  const lists = await listSubscriptions(tx, [...byUser.keys()])
  for (const [index, [userId, events]] of [...byUser].entries()) {
    const stored = lists[index] ?? []
    if (stored.length === 0) continue
    const user = await tx.get('users', userId)
    const subscriptions = await withSession(tx, stored, now)
    if (subscriptions.length < stored.length) ended.push(userId)
    if (!user || subscriptions.length === 0) continue
    const muted = await tx.links.list('muted', user)
    const rows = withoutMuted(await unseenRows(tx, user, events), muted)
    const shown = await serializeNotifications(tx, user, rows, muted)
    const badge = String(await countUnseen(tx, user))
    for (const [at, notification] of shown.entries()) {
      const { group = '' } = rows[at] ?? {}
      const topic = hash('sha256', group, 'base64url').slice(0, 32)
      for (const subscription of subscriptions) {
        const message = messageOf(notification, { group, badge, origin: subscription.origin })
        messages.push({ subscription, text: JSON.stringify(message), topic })
      }
    }
  }
  return { messages, ended }
}

async function unseenRows(
  tx: Transaction,
  user: UserRow,
  events: readonly Notified[],
): Promise<NotificationRow[]> {
  const seen = await notificationsOf(tx).lastSeen(user._id)
  const rows: NotificationRow[] = []
  for (const event of events) {
    const row = await notificationsOf(tx).get(event)
    if (row && row._id > seen) rows.push(row)
  }
  return rows
}

type About = { group: string; badge: string; origin: string }

/** With the words of the list. At most 3,5 kB, of which a push service takes 4. */
function messageOf(notification: Notification, { group, badge, origin }: About): PushMessage {
  const { who, what } = describeNotification(notification)
  const { postId, by, text = '' } = notification
  const path = postId ? `/post/${postId}` : `/profilePage/${by[0]?._id ?? ''}`
  return {
    web_push: 8030,
    notification: {
      title: shortened(`${who} ${what}`),
      body: text,
      navigate: origin + path,
      tag: group,
      lang: 'en',
      dir: 'auto',
    },
    app_badge: badge,
  }
}

function shortened(text: string): string {
  const points = [...text]
  return points.length > MAX_TITLE ? `${points.slice(0, MAX_TITLE - 1).join('')}…` : text
}
