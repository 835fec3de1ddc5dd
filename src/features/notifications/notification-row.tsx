import { Link } from '@tanstack/react-router'
import { AtSign, Heart, type LucideIcon, MessageCircle, UserPlus } from 'lucide-react'
import { apiClock } from '../../client/api-clock.ts'
import { describeNotification } from '../../contract/notification-text.ts'
import type { Notification } from '../../contract/notifications.ts'
import { shownPhoto } from '../../contract/shown-photo.ts'
import { textParts } from '../../contract/text-parts.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { useViewer } from '../../data/auth.ts'
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
  const viewer = useViewer()
  return (
    <Link {...targetOf(notification, viewer)} className={styles.row} data-new={isNew || undefined}>
      <span className={styles.people} data-several={by.length > 1 || undefined}>
        {by.slice(0, 2).map((person) => (
          <Avatar
            key={person._id}
            src={shownPhoto(person.profilePhoto)}
            name={person.username}
            userId={person._id}
            size={by.length > 1 ? 32 : 40}
          />
        ))}
        <span className={styles.icon} data-type={type}>
          <Icon size={14} aria-hidden="true" />
        </span>
      </span>
      <span className={styles.text}>
        <span>
          {isNew && <span className={styles.hidden}>New: </span>}
          <b>{who}</b> {what}
        </span>
        {text && (
          <span className={styles.quote} dir="auto">
            {shownText(text)}
          </span>
        )}
        <span className={styles.time}>
          <RelativeTime time={createdAt} clock={apiClock} />
        </span>
      </span>
    </Link>
  )
}

/** The post, at its latest comment or the one with the mention, or the profile of who follows the viewer; of several, the list of followers. */
function targetOf({ postId, commentId, count, by: [latest] }: Notification, viewer: ViewedUser) {
  if (postId) return { to: '/post/$postId', params: { postId }, hash: commentId } as const
  const to = '/profilePage/$profileId'
  return count === 1
    ? ({ to, params: { profileId: latest?._id ?? '' } } as const)
    : ({ to, params: { profileId: viewer._id }, search: { list: 'followers' } } as const)
}

/** Names without their quotes, as a card shows them. */
function shownText(text: string): string {
  return textParts(text)
    .map((part) => (part.type === 'name' ? `@${part.text}` : part.text))
    .join('')
}
