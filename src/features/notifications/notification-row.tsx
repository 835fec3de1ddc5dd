import { Link } from '@tanstack/react-router'
import { AtSign, Heart, type LucideIcon, MessageCircle, UserPlus } from 'lucide-react'
import { apiClock } from '../../client/api-clock.ts'
import { describeNotification } from '../../contract/notification-text.ts'
import type { Notification } from '../../contract/notifications.ts'
import { shownPhoto } from '../../contract/shown-photo.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './notifications.module.css'

const ICONS: Record<Notification['type'], LucideIcon> = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  mention: AtSign,
}

/** A notification as a link to what it is about. @param isNew whether it was unseen when the list was opened */
export function NotificationRow({
  notification,
  isNew,
}: {
  notification: Notification
  isNew: boolean
}) {
  const { type, by, text, createdAt } = notification
  const Icon = ICONS[type]
  const { who, what } = describeNotification(notification)
  return (
    <Link {...targetOf(notification)} className={styles.row} data-new={isNew || undefined}>
      <span className={styles.people}>
        {by.map((person) => (
          <Avatar
            key={person._id}
            src={shownPhoto(person.profilePhoto)}
            name={person.username}
            userId={person._id}
            size={40}
          />
        ))}
        <span className={styles.icon} data-type={type}>
          <Icon size={14} aria-hidden="true" />
        </span>
      </span>
      <span className={styles.text}>
        <span>
          {isNew && <span className={styles.hidden}>New: </span>}
          <b dir="auto">{who}</b> {what}
        </span>
        {text && (
          <span className={styles.quote} dir="auto">
            {text}
          </span>
        )}
        <span className={styles.time}>
          <RelativeTime time={createdAt} clock={apiClock} />
        </span>
      </span>
    </Link>
  )
}

function targetOf({ postId, by: [latest] }: Notification) {
  return postId
    ? ({ to: '/post/$postId', params: { postId } } as const)
    : ({ to: '/profilePage/$profileId', params: { profileId: latest?._id ?? '' } } as const)
}
