import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { token } from '../client/session.ts'
import { BUILD } from '../pwa/build.ts'
import { localStore } from '../pwa/web-storage.ts'
import { BOOKMARKS, FEED, PEOPLE, type PostPage, VIEWER } from './query-keys.ts'

/** What the app shows when it starts. */
const STARTS_WITH: (readonly unknown[])[] = [VIEWER, [...PEOPLE, ''], FEED, BOOKMARKS]
/** A burst of changes is kept once. */
const KEEP_AFTER_MS = 500
/** In letters. More than this takes longer to read than the API takes to answer. */
const MOST = 500_000
/**
 * In local storage, not in IndexedDB: it is read in one go before the first frame, where opening a
 * database takes longer than all the rest of a start. Logging out clears it with everything else there.
 */
const KEY = 'gearheads-last'

/** Nothing is kept any more until the page is loaded anew. */
let forgotten = false

type Kept = { build: string; session: string; data: unknown[] }

/**
 * Put back what was shown last in this session, so that a cold start paints it at once. All of it counts
 * as stale: a screen that shows it reads it from the API too. Does nothing once there is a viewer.
 */
export function restoreCache(client: QueryClient): void {
  if (client.getQueryData(VIEWER)) return
  const kept = read()
  if (kept?.build !== BUILD || kept.session !== token.read()) return
  for (const [index, queryKey] of STARTS_WITH.entries()) {
    const data = kept.data[index]
    if (!data || client.getQueryData(queryKey)) continue
    client.setQueryData(queryKey, data)
    client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Keep what is shown at the start, whenever it has changed. */
export function persistCache(client: QueryClient): void {
  let timer: number | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    const session = token.read()
    if (forgotten) return
    // The session has ended here: nobody is to find what it showed.
    if (!session) return localStore.remove(KEY)
    if (!client.getQueryData(VIEWER)) return
    const data = STARTS_WITH.map((queryKey) => firstPage(client.getQueryData(queryKey)))
    write({ build: BUILD, session, data })
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    const isKept = type === 'updated' && STARTS_WITH.some(([key]) => key === query.queryKey[0])
    if (isKept) timer ??= window.setTimeout(keep, KEEP_AFTER_MS)
  })
  const keepNow = () => timer && keep()
  // The last moments at which a page is sure to run, on a phone too.
  window.addEventListener('pagehide', keepNow)
  document.addEventListener('visibilitychange', keepNow)
}

function read(): Kept | undefined {
  try {
    return JSON.parse(localStore.get(KEY) ?? '') as Kept
  } catch {
    // Nothing there, or somebody else's. The app starts as it does the first time.
    return undefined
  }
}

/** Nothing is lost without it, so a full device goes without: the next start takes a little longer. */
function write(kept: Kept): void {
  const text = JSON.stringify(kept)
  if (text.length > MOST || !localStore.set(KEY, text)) localStore.remove(KEY)
}

/** Forget what was shown last: it may be what a screen breaks on. Logging out does so anyway. */
export function forgetCache(): void {
  forgotten = true
  localStore.remove(KEY)
}

/** Of a list that comes by pages the first is enough to start with. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<PostPage>
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}
