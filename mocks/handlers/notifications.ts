import type { notificationCalls } from '../../src/contract/notifications.ts'
import { listPage } from '../domain/pagination.ts'
import { serializeNotifications } from '../domain/serialize-notifications.ts'
import { countUnseen, withoutMuted } from '../domain/unseen-notifications.ts'
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
