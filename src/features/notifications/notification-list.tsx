import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { markSeen } from '../../data/notifications.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Pages } from '../../ui/kept-place.ts'
import { QueuedButton } from '../../ui/queued-button.tsx'
import { WindowList } from '../../ui/window-list.tsx'
import { heldList, keyOf } from './held-list.ts'
import { NotificationRow } from './notification-row.tsx'

type Props = { notifications: readonly Notification[]; pages: Pages }

/**
 * The notifications of the viewer. Those that are shown are marked as seen, and stay highlighted until the list is closed.
 * Others that arrive meanwhile are queued behind a button (R17.4).
 */
export function NotificationList({ notifications, pages }: Props) {
  const { shown, queued, showQueued } = useHeldList(notifications)
  const fresh = useRef(new Set<string>())
  for (const one of shown) if (!one.isSeen) fresh.current.add(one._id)
  useSeen(shown[0])
  if (shown.length === 0) {
    return (
      <EmptyState drawing="road" text="Nothing new on the road">
        <p>Likes, comments, new followers and mentions of you appear here.</p>
        <Link to="/explore" className={buttonClass('primary')}>
          Find people to follow
        </Link>
      </EmptyState>
    )
  }
  const text = queued.length === 1 ? '1 new notification' : `${queued.length} new notifications`
  return (
    <>
      <QueuedButton
        text={queued.length > 0 ? text : ''}
        testId="new-notifications-button"
        onShow={showQueued}
      />
      <WindowList
        items={shown}
        keyOf={keyOf}
        label="Notifications"
        place="notifications"
        pages={pages}
      >
        {(one) => <NotificationRow notification={one} isNew={fresh.current.has(one._id)} />}
      </WindowList>
    </>
  )
}

/** See {@link heldList}. All are shown that exist when the list is opened, and the first ones of an empty list. */
function useHeldList(notifications: readonly Notification[]) {
  const newest = notifications[0]?._id ?? ''
  const [upTo, setUpTo] = useState(newest)
  const before = useRef<ReadonlyMap<string, Notification>>(new Map())
  const { shown, queued } = heldList(notifications, upTo, before.current)
  useEffect(() => {
    before.current = new Map(shown.map((one) => [keyOf(one), one]))
  })
  // Nothing moves in an empty list.
  if (shown.length === 0 && newest > upTo) setUpTo(newest)
  return { shown, queued, showQueued: () => setUpTo(newest) }
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
