import { isolatedName } from './direction.ts'
import type { Notification } from './notifications.ts'

/** The parts of a sentence such as "Mira and 11 others like your post": who, and what they did. */
export function describeNotification(notification: Notification): { who: string; what: string } {
  const { type, by, count } = notification
  const isOne = by.length === 1 && (type === 'comment' || count === 1)
  const verbs: Record<Notification['type'], string> = {
    like: `${isOne ? 'likes' : 'like'} your post`,
    follow: `${isOne ? 'follows' : 'follow'} you`,
    comment: commentText(notification),
    mention: `mentioned you in ${notification.commentId ? 'a comment' : 'a post'}`,
  }
  return { who: whoText(notification), what: verbs[type] }
}

function commentText({ isOwnPost, count }: Notification): string {
  const verb = count > 1 ? `wrote ${count} comments` : 'commented'
  return isOwnPost ? `${verb} on your post` : `${verb} after yours`
}

function whoText({ type, by, count }: Notification): string {
  const names = by.map(({ firstName, username }) => isolatedName(firstName || username))
  if (names.length === 0) return 'Somebody'
  // Comments are counted, not people: nobody knows how many more there are.
  const others = type === 'comment' ? undefined : count - 1
  const [first = '', second, third] = names
  if (others !== undefined && count > names.length)
    return `${first} and ${others} ${others === 1 ? 'other' : 'others'}`
  if (others === undefined && third && count > names.length) return `${first}, ${second} and others`
  if (third) return `${first}, ${second} and ${third}`
  return second ? `${first} and ${second}` : first
}
