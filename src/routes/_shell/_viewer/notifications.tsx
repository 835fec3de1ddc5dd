import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { notificationsQuery } from '../../../data/notifications.ts'
import { NextPage } from '../../../features/content/next-page.tsx'
import { NotificationList } from '../../../features/notifications/notification-list.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'

export const Route = createFileRoute('/_shell/_viewer/notifications')({
  loader: ({ context }) => context.client.ensureInfiniteQueryData(notificationsQuery),
  pendingComponent: SkeletonCards,
  component: NotificationsScreen,
})

function NotificationsScreen() {
  const result = useSuspenseInfiniteQuery(notificationsQuery)
  const notifications = result.data.pages.flatMap(({ rows }) => rows)
  return (
    <>
      <PageHeading title="Notifications" />
      <NotificationList notifications={notifications} pages={result} />
      <NextPage result={result} label="Show older notifications" />
    </>
  )
}
