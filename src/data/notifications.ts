import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { call, send } from '../client/call.ts'
import { MAX_UNSEEN } from '../contract/max-unseen.ts'
import type { Notification } from '../contract/notifications.ts'
import { isClub } from '../pwa/club.ts'
import { closeNotifications } from '../pwa/shown-notifications.ts'
import { patch } from './cached-rows.ts'
import { paged, pageQuery, readPage } from './pages.ts'
import { NOTIFICATIONS, type Page } from './query-keys.ts'

const PAGE_SIZE = 20

type NotificationPage = Page<Notification> & { unseen: number }

/** What others did that concerns the viewer, newest first, by pages. Each has the number of all unseen ones. */
export const notificationsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: NOTIFICATIONS,
  queryFn: async ({ pageParam, signal }): Promise<NotificationPage> => {
    const query = pageQuery(pageParam, PAGE_SIZE)
    const response = await send('GET /api/notifications', { query, signal })
    const { notifications, unseen } = response.data
    return { ...readPage(notifications, response), unseen }
  },
  // The bars read it on every screen.
  meta: { quiet: true },
})

/** The number of unseen notifications as the bars show it; empty if there are none. */
export function useUnseen(enabled: boolean): { count: number; text: string } {
  const { data: count = 0 } = useInfiniteQuery({
    ...notificationsQuery,
    enabled,
    select: ({ pages: [first] }) => first?.unseen ?? 0,
  })
  const text = count < MAX_UNSEEN ? String(count || '') : `${MAX_UNSEEN - 1}+`
  return { count, text }
}

/** Mark a notification and all older ones as seen. */
export const markSeen = mutationOptions({
  // With growing pauses, for half a minute: nothing else would repeat it while the list stays open.
  retry: 5,
  retryDelay: (failures) => 1000 * 2 ** failures,
  mutationFn: (_id: string) => call('POST /api/notifications/seen', { body: { _id } }),
  onSuccess: ({ unseen }, seen, _result, { client }) => {
    if (isClub) closeNotifications().catch(() => undefined)
    patch<InfiniteData<NotificationPage>>(client, NOTIFICATIONS, ({ pages, ...data }) => ({
      ...data,
      pages: pages.map(({ rows, ...page }) => ({
        ...page,
        unseen,
        rows: rows.map((row) => (row._id <= seen ? { ...row, isSeen: true } : row)),
      })),
    }))
  },
  // It happens by itself when the list is shown.
  meta: { quiet: true },
})
