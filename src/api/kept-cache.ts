import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { createStore, del, get, promisifyRequest } from 'idb-keyval'
import { BUILD } from '../pwa/build.ts'
import { viewerQuery } from './auth.ts'
import { bookmarksQuery } from './bookmarks.ts'
import type { PostPage } from './post-cache.ts'
import { feedQuery } from './posts.ts'
import { token } from './token.ts'
import { peopleQuery } from './users.ts'

/** What the app shows when it starts. */
const STARTS_WITH = [viewerQuery, peopleQuery(), feedQuery, bookmarksQuery].map(
  ({ queryKey }) => queryKey as readonly unknown[],
)
/** A burst of changes is kept once. */
const KEEP_AFTER_MS = 500
const KEY = 'last'

type Kept = { build: string; session: string; data: unknown[] }

let store: ReturnType<typeof createStore> | undefined
function cache() {
  store ??= createStore('gearheads-cache', 'queries')
  return store
}

/**
 * Put back what was shown last in this session, so that a cold start paints it at once. All of it counts
 * as stale: whoever shows it asks the API too. Does nothing once there is a viewer.
 */
export async function restoreCache(client: QueryClient): Promise<void> {
  if (client.getQueryData(viewerQuery.queryKey)) return
  // Without storage the app starts as it does the first time.
  const kept = await get<Kept>(KEY, cache()).catch(() => undefined)
  if (!kept || kept.build !== BUILD || kept.session !== token.read()) return
  for (const [index, queryKey] of STARTS_WITH.entries()) {
    if (kept.data[index] === undefined || client.getQueryData(queryKey)) continue
    client.setQueryData(queryKey, kept.data[index])
    client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Keep what is shown at the start, whenever it has changed. */
export function keepCache(client: QueryClient): void {
  let timer: number | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    const session = token.read()
    if (!session || !client.getQueryData(viewerQuery.queryKey)) return
    const data = STARTS_WITH.map((queryKey) => firstPage(client.getQueryData(queryKey)))
    const kept: Kept = { build: BUILD, session, data }
    // Nothing is lost without it: the next start takes a little longer.
    save(kept).catch(() => undefined)
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

function save(kept: Kept): Promise<void> {
  return cache()('readwrite', (saved) => {
    saved.put(kept, KEY)
    // Said outright, since a page that is going away does not live to see its put succeed.
    saved.transaction.commit()
    return promisifyRequest(saved.transaction)
  })
}

/** Forget it, with the session. */
export async function forgetCache(): Promise<void> {
  await del(KEY, cache()).catch(() => undefined)
}

/** Of a list that comes by pages the first is enough to start with. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<PostPage>
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}
