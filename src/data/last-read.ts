import type { ViewedPost } from '../contract/viewed.ts'
import { scoped } from '../pwa/scoped.ts'
import { localStore } from '../pwa/web-storage.ts'

const KEY = scoped('gearheads-last-read/')
/** A page that was hidden for longer counts as left, in ms: an installed app is rarely closed. */
const LEFT_AFTER = 10 * 60_000

/** Where users had stopped reading when this visit began. It does not move while they read on. */
const atStart = new Map<string, string | undefined>()

/** The `_id` of the newest post that the user had seen in the feed before this visit. */
export function lastRead(userId: string): string | undefined {
  if (!atStart.has(userId)) atStart.set(userId, localStore.get(KEY + userId))
  return atStart.get(userId)
}

/** Notes that these posts of the feed are on the screen of the user. */
export function noteRead(userId: string, posts: readonly ViewedPost[]): void {
  const newest = posts
    .map(({ _id }) => _id)
    .sort()
    .at(-1)
  // Another tab may show newer ones.
  if (newest && newest > (localStore.get(KEY + userId) ?? '')) localStore.set(KEY + userId, newest)
}

/** Calls `onVisit` when a new visit begins in an open page. @returns a function that ends this */
export function onNewVisit(onVisit: () => void): () => void {
  let hiddenAt = Number.POSITIVE_INFINITY
  const check = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
    } else if (Date.now() - hiddenAt > LEFT_AFTER) {
      atStart.clear()
      onVisit()
    }
  }
  document.addEventListener('visibilitychange', check)
  return () => document.removeEventListener('visibilitychange', check)
}

/**
 * The post that follows the line "You have seen the posts below": the first one in the list that the user had seen, if others
 * have written some of those before it.
 * @param last see {@link lastRead}
 */
export function firstRead(
  posts: readonly ViewedPost[],
  last: string | undefined,
  userId: string,
): string | undefined {
  if (last === undefined) return undefined
  // A post that arrived late is on top, whatever its time.
  const index = posts.findIndex(({ _id, arrivedAt }) => _id <= last && !arrivedAt)
  const isNew = posts.slice(0, Math.max(0, index)).some((post) => post.userId !== userId)
  return isNew ? posts[index]?._id : undefined
}
