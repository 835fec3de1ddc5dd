import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { markSeen } from '../../data/notifications.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { WindowList } from '../../ui/window-list.tsx'
import { NotificationRow } from './notification-row.tsx'

type Props = { notifications: readonly Notification[]; more: boolean }

/** The notifications of the viewer. Those that are shown are marked as seen, and stay highlighted until the list is closed. */
export function NotificationList({ notifications, more }: Props) {
  const fresh = useRef(new Set<string>())
  for (const { _id, isSeen } of notifications) if (!isSeen) fresh.current.add(_id)
  useSeen(notifications[0])
  if (notifications.length === 0) {
    return (
      <EmptyState drawing="road" text="Nothing new on the road">
        <p>Likes, comments, new followers and mentions of you appear here.</p>
      </EmptyState>
    )
  }
  return (
    <WindowList
      items={notifications}
      keyOf={keyOf}
      label="Notifications"
      place="notifications"
      more={more}
    >
      {(one) => <NotificationRow notification={one} isNew={fresh.current.has(one._id)} />}
    </WindowList>
  )
}

/** The `_id` changes with each event. */
function keyOf({ type, postId, commentId }: Notification): string {
  return [type, postId, type === 'mention' && commentId].filter(Boolean).join('/')
}

/** Marks all notifications as seen while the newest one is on screen. */
function useSeen(newest: Notification | undefined): void {
  const { mutate } = useMutation(markSeen)
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const unseen = newest && !newest.isSeen ? newest._id : undefined
  useEffect(() => {
    if (unseen && isVisible) mutate(unseen)
  }, [unseen, isVisible, mutate])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
