import { MAX_UNSEEN } from '../../src/contract/max-unseen.ts'
import type { notificationCalls } from '../../src/contract/notifications.ts'
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
    return {
      notifications: await serializeNotifications(tx, viewer, rows),
      unseen: await tx.notifications.countUnseen(viewer._id, MAX_UNSEEN),
    }
  },

  async 'POST /api/notifications/seen'({ tx, viewer, body }) {
    // Not beyond the newest: the next one is not seen yet.
    const [newest] = await tx.notifications.list(viewer._id, { limit: 1 })
    const seen = newest && newest._id < body._id ? newest._id : body._id
    if (newest && seen > (await tx.notifications.lastSeen(viewer._id)))
      tx.notifications.putLastSeen(viewer._id, seen)
    return { unseen: await tx.notifications.countUnseen(viewer._id, MAX_UNSEEN) }
  },
}
