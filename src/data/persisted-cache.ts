import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { token } from '../client/session.ts'
import type { ViewedPost } from '../contract/viewed.ts'
import { BUILD } from '../pwa/build.ts'
import { localStore } from '../pwa/web-storage.ts'
import { lastScreen } from '../start/last-screen.ts'
import { LAST_KEY, type SavedScreen } from '../start/names.ts'
import { restoreShapes, type Shape, shapesOf } from './pictures/picture-ratio.ts'
import { BOOKMARKS, FEED, type Page, PEOPLE, VIEWER } from './query-keys.ts'
import { firstRows, shortEnough } from './shorten-pages.ts'

/** The queries that the app shows when it starts. */
const STARTS_WITH: (readonly unknown[])[] = [VIEWER, [...PEOPLE, ''], FEED, BOOKMARKS]
/** A burst of changes is stored once. */
const KEEP_AFTER_MS = 500
/** In UTF-16 code units. Parsing more than this takes longer than a reply of the API: then fewer rows are stored. */
const MOST = 500_000

/** Nothing is stored until the page is loaded again. */
let forgotten = false
/** The home screen as it was shown last. Another user may log in without a reload. */
let shown: Pick<Kept, 'session' | 'html'> | undefined

/** The HTML is shown until React has rendered the data. */
type Kept = SavedScreen & {
  data: unknown[]
  pictures?: [src: string, shape: Shape][]
}

/**
 * Restore the data that were last shown in this session, so that a cold start paints them at once. They
 * are stale: a screen that shows them reads them from the API too. Does nothing once there is a viewer.
 */
export function restoreCache(client: QueryClient): void {
  if (client.getQueryData(VIEWER)) return
  const kept = read()
  if (kept?.build !== BUILD || kept.session !== token.read()) return
  shown = kept
  restoreShapes(kept.pictures)
  for (const [index, queryKey] of STARTS_WITH.entries()) {
    const data = kept.data[index]
    if (!data || client.getQueryData(queryKey)) continue
    client.setQueryData(queryKey, data)
    client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Store the data of the first screen whenever they change. */
export function persistCache(client: QueryClient): void {
  let timer: number | undefined
  const capture = () => {
    const html = lastScreen()
    // The screen shows pending writes, which the data do not have.
    if (client.isMutating()) shown = undefined
    else if (html) shown = { session: token.read(), html }
  }
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    const session = token.read()
    if (forgotten) return
    // The session has ended: the next user must not see its data.
    if (!session) return localStore.remove(LAST_KEY)
    if (!client.getQueryData(VIEWER) || !client.getQueryData(FEED)) return
    const posts = client.getQueryData<InfiniteData<Page<ViewedPost>>>(FEED)?.pages[0]?.rows ?? []
    const pictures = shapesOf(posts.map(({ imageUrl }) => imageUrl ?? ''))
    const current = () => (shown?.session === session && hasRows(shown, posts) ? shown : undefined)
    // Now, because the user may have scrolled when they leave.
    if (!current()) capture()
    const { html } = current() ?? {}
    write((count) => {
      const data = STARTS_WITH.map((queryKey) => firstPage(client.getQueryData(queryKey), count))
      return { build: BUILD, session, data, pictures, html }
    }, posts.length)
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    const isKept = type === 'updated' && STARTS_WITH.some(([key]) => key === query.queryKey[0])
    if (isKept) timer ??= window.setTimeout(keep, KEEP_AFTER_MS)
  })
  document.addEventListener('visibilitychange', () => {
    // The last event that a page receives for certain, on a phone too.
    if (document.visibilityState === 'visible') return
    capture()
    keep()
  })
}

function read(): Kept | undefined {
  try {
    return JSON.parse(localStore.get(LAST_KEY) ?? '') as Kept
  } catch {
    // Nothing is stored, or something else. The app starts as on a first visit.
    return undefined
  }
}

/** On a full device nothing is stored: then the next start takes a little longer. */
function write(make: (count: number) => Kept, posts: number): void {
  const text = shortEnough(make, posts, MOST)
  if (!text || !localStore.set(LAST_KEY, text)) localStore.remove(LAST_KEY)
}

/** Remove the stored data, for a logout or because a screen may have failed on them. */
export function forgetCache(): void {
  forgotten = true
  localStore.remove(LAST_KEY)
}

/** Whether each post of a screen still exists. */
function hasRows({ html }: Pick<Kept, 'html'>, posts: ViewedPost[]): boolean {
  if (!html) return false
  const ids = new Set(posts.map(({ _id }) => _id))
  return [...String(html).matchAll(/data-key="([^"]*)"/g)].every(([, key = '']) => ids.has(key))
}

/** The first page of a paged list is enough to start with, or its first rows if many people are named in them. */
function firstPage(data: unknown, count: number): unknown {
  if (Array.isArray(data)) return data.slice(0, count)
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  return firstRows(data as Parameters<typeof firstRows>[0], count)
}
