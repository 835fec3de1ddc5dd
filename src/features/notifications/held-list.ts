import type { Notification } from '../../contract/notifications.ts'

/** Identifies a notification. Its `_id` changes with each event. */
export function keyOf({ type, postId, commentId }: Notification): string {
  return [type, postId, type === 'mention' && commentId].filter(Boolean).join('/')
}

/**
 * Splits notifications into those that stay on screen while they are read, and those that are queued. One that moved to the
 * top with a new event stays at its place as it was before.
 * @param upTo the `_id` of the newest one that may be shown
 * @param before those that were shown before, by their keys
 */
export function heldList(
  notifications: readonly Notification[],
  upTo: string,
  before: ReadonlyMap<string, Notification>,
): { shown: Notification[]; queued: Notification[] } {
  const queued = notifications.filter(({ _id }) => _id > upTo)
  const held = queued.flatMap((one) => before.get(keyOf(one)) ?? [])
  const others = notifications.filter(({ _id }) => _id <= upTo)
  const shown = [...others, ...held].sort((a, b) => (a._id < b._id ? 1 : -1))
  return { shown, queued }
}
