import { MAX_UNSEEN } from '../../src/contract/max-unseen.ts'
import type { notificationCalls } from '../../src/contract/notifications.ts'
import type { NotificationRow } from '../data/notifications.ts'
import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { listPage } from '../domain/pagination.ts'
import { serializeNotifications } from '../domain/serialize-notifications.ts'
import type { Handlers } from './handler.ts'

export const notificationHandlers: Handlers<keyof typeof notificationCalls> = {
  async 'GET /api/notifications'(context) {
    const { tx, viewer } = context
    const rows = await listPage(context, {
      path: '/api/notifications',
      list: (page) => tx.notifications.list(viewer._id, page),
    })
    const shown = withoutMuted(rows, await tx.links.list('muted', viewer))
    return {
      notifications: await serializeNotifications(tx, viewer, shown),
      unseen: await countUnseen(tx, viewer),
    }
  },

  async 'POST /api/notifications/seen'({ tx, viewer, body }) {
    // Not beyond the newest: the next one is not seen yet.
    const [newest] = await tx.notifications.list(viewer._id, { limit: 1 })
    const seen = newest && newest._id < body._id ? newest._id : body._id
    if (newest && seen > (await tx.notifications.lastSeen(viewer._id)))
      tx.notifications.putLastSeen(viewer._id, seen)
    return { unseen: await countUnseen(tx, viewer) }
  },
}

/** Notifications without the people who were muted after them. One by nobody else is left out. */
function withoutMuted(
  rows: readonly NotificationRow[],
  muted: readonly string[],
): NotificationRow[] {
  const unmuted = rows.map((row) => ({
    ...row,
    by: row.by.filter(({ userId }) => !muted.includes(userId)),
  }))
  return unmuted.filter(({ by }) => by.length > 0)
}

async function countUnseen(tx: Transaction, viewer: UserRow): Promise<number> {
  const muted = await tx.links.list('muted', viewer)
  if (muted.length === 0) return tx.notifications.countUnseen(viewer._id, MAX_UNSEEN)
  const seen = await tx.notifications.lastSeen(viewer._id)
  const rows = await tx.notifications.list(viewer._id, { limit: MAX_UNSEEN })
  return withoutMuted(rows, muted).filter(({ _id }) => _id > seen).length
}
