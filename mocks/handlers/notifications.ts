import type { notificationCalls } from '../../src/contract/notifications.ts'
import { listPage } from '../domain/pagination.ts'
import { notificationsOf } from '../notifications/notifications.ts'
import {
  countUnseen,
  serializeNotifications,
  withoutMuted,
} from '../notifications/serialize-notifications.ts'
import type { Handlers } from './handler.ts'

export const notificationHandlers: Handlers<keyof typeof notificationCalls> = {
  async 'GET /api/notifications'(context) {
    const { tx, viewer } = context
    const rows = await listPage(context, {
      path: '/api/notifications',
      list: (page) => notificationsOf(tx).list(viewer._id, page),
    })
    const muted = await tx.links.list('muted', viewer)
    return {
      notifications: await serializeNotifications(tx, viewer, withoutMuted(rows, muted), muted),
      unseen: await countUnseen(tx, viewer),
    }
  },

  async 'POST /api/notifications/seen'({ tx, viewer, body }) {
    // Not beyond the newest: the next one is not seen yet.
    const [newest] = await notificationsOf(tx).list(viewer._id, { limit: 1 })
    const seen = newest && newest._id < body._id ? newest._id : body._id
    if (newest && seen > (await notificationsOf(tx).lastSeen(viewer._id)))
      notificationsOf(tx).putLastSeen(viewer._id, seen)
    return { unseen: await countUnseen(tx, viewer) }
  },
}
