import type { Query, QueryClient } from '@tanstack/react-query'
import { call, isThisTab, noteForeignChange } from '../client/call.ts'
import { CHANGES_CHANNEL, type Change, type Changes } from '../contract/changes.ts'
import { isClub } from '../pwa/club.ts'
import { openChannel } from '../pwa/scoped.ts'
import { reportArrival } from './arrivals.ts'
import { viewerQuery } from './auth.ts'
import { cachedPost, removePost } from './cached-rows.ts'
import { moveDrafts } from './drafts/move-drafts.ts'
import { queuePosts } from './posts.ts'
import { FOUND, NOTIFICATIONS, ONE_POST, PEOPLE } from './query-keys.ts'
import { rereadPost, rereadUser } from './reread.ts'
import { rereadInPlace } from './reread-in-place.ts'

/** Changes within this time are applied together: a burst of writes is one refresh. */
const COLLECT_MS = 120

/**
 * Refresh the rows that other tabs, the request tester and other members of a club change. The back end
 * publishes the changes.
 * @returns a function that unsubscribes
 */
export function subscribeToChanges(client: QueryClient): () => void {
  const collected = new Map<string, Change>()
  let all = false
  let timer: number | undefined
  let isReading = false

  function collect({ by, changes }: Changes): void {
    if (isThisTab(by)) return
    noteForeignChange()
    all ||= !changes
    const viewerId = client.getQueryData(viewerQuery.queryKey)?._id
    for (const change of changes ?? []) {
      if (change.table === 'notifications' && change._id !== viewerId) continue
      const key = change.table + change._id
      const isNew = collected.get(key)?.kind === 'added' && change.kind === 'changed'
      collected.set(key, isNew ? { ...change, kind: 'added' } : change)
    }
    schedule()
  }

  function schedule(): void {
    if (timer || isReading || (collected.size === 0 && !all)) return
    // A hidden tab waits until it is visible.
    if (document.visibilityState === 'visible') timer = window.setTimeout(apply, COLLECT_MS)
  }

  function apply(): void {
    timer = undefined
    const changes = all ? undefined : [...collected.values()]
    collected.clear()
    all = false
    isReading = true
    // Those of changes that came meanwhile must not be replaced by older rows.
    refresh(client, changes).finally(() => {
      isReading = false
      schedule()
    })
  }

  const stop = new AbortController()
  const { signal } = stop
  const channel = openChannel(CHANGES_CHANNEL)
  channel.addEventListener('message', ({ data }) => collect(data), { signal })
  document.addEventListener('visibilitychange', schedule, { signal })
  // A page in the back/forward cache receives no messages.
  const collectAll = ({ persisted }: PageTransitionEvent) =>
    persisted && collect({ by: '', changes: undefined })
  window.addEventListener('pageshow', collectAll, { signal })
  if (isClub) {
    // Without it, a screen is current when it is opened.
    import('./sync/follow-club.ts')
      .then(({ followClub }) => followClub(client, signal))
      .catch(console.error)
  }
  return () => {
    stop.abort()
    channel.close()
    clearTimeout(timer)
  }
}

/** To read more rows than this, lists are cheaper than one call per row. */
const MAX_CALLS = 12

/**
 * Bring the cache up to date without moving the text that the user is reading: rows change in place, and
 * new posts are queued.
 * @param changes `undefined` when any row may have changed
 */
export async function refresh(client: QueryClient, changes?: readonly Change[]): Promise<void> {
  if (!changes || changes.some(({ kind }) => kind !== 'removed')) reportArrival()
  if (!changes || changes.length > MAX_CALLS) return rereadInPlace(client)
  if (changes.some(({ table }) => table === 'notifications'))
    client.invalidateQueries({ queryKey: NOTIFICATIONS })
  const users = changes.filter(({ table }) => table === 'users')
  const posts = changes.filter(({ table }) => table === 'posts')
  const added = posts.filter(({ kind }) => kind === 'added').map(({ _id }) => _id)
  const gone = posts.filter(({ kind }) => kind === 'removed').map(({ _id }) => _id)
  const commented = changes.flatMap(({ postId }) => postId ?? [])
  const touched = new Set([...posts.map(({ _id }) => _id), ...commented])

  // A search that has found nothing.
  const isEmpty = ({ state }: Query) => !Object(state.data).pages?.[0]?.rows.length
  if (added.length > 0) client.invalidateQueries({ queryKey: FOUND, predicate: isEmpty })

  const userId = client.getQueryData(viewerQuery.queryKey)?._id ?? ''
  const removed = changes.filter(({ kind }) => kind === 'removed').map(({ _id }) => _id)
  moveDrafts(
    userId,
    removed.flatMap((_id) => [`edit/${_id}`, `comment/${_id}`]),
  )
  for (const postId of gone) {
    removePost(client, postId)
    // If its own screen is open, that says that the post no longer exists.
    client.invalidateQueries({ queryKey: [...ONE_POST, postId] })
  }
  const reading = Promise.all([
    queueNewPosts(
      client,
      added.filter((postId) => !gone.includes(postId)),
    ),
    ...[...touched]
      .filter((postId) => !gone.includes(postId) && !added.includes(postId))
      .map((postId) => readIfCached(client, postId)),
    // A viewer who is removed has no session any more.
    ...users.map(({ kind, _id }) =>
      kind === 'changed' || _id === userId
        ? rereadUser(client, _id)
        : client.invalidateQueries({ queryKey: PEOPLE }),
    ),
  ])
  await reading.catch(() => rereadInPlace(client))
}

async function queueNewPosts(client: QueryClient, ids: readonly string[]): Promise<void> {
  const reading = ids.map((postId) => call('GET /api/posts/:postId', { params: { postId } }))
  const replies = await Promise.all(reading)
  if (replies.length > 0)
    queuePosts(
      client,
      replies.map(({ post }) => post),
    )
}

async function readIfCached(client: QueryClient, postId: string): Promise<void> {
  if (cachedPost(client, postId)) await rereadPost(client, postId)
}
