import { scoped } from '../scoped.ts'
import { findCached } from './find-cached.ts'

declare const self: ServiceWorkerGlobalScope

const CLOUD_CACHE = scoped('gearheads-cloud-pictures')
/** The limits of each cache. */
const MAX_ENTRIES = 80
const MAX_BYTES = 40_000_000

/** Whether a page requests a picture of the image host of `.env`. */
export function isCloudPicture({ destination, url }: Request): boolean {
  return destination === 'image' && url.startsWith(import.meta.env.VITE_UPLOAD_DELIVERY_URL)
}

/** A picture of the image host, cached for offline use. */
export async function cloudPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  // With CORS, which image hosts allow. Without it the response is opaque: its size is hidden, and the browser
  // counts it as some 7 MB. Such a picture is shown but not cached.
  const load = () => fetch(request.url, { credentials: 'omit' }).catch(() => fetch(request))
  return cachedPicture(event, CLOUD_CACHE, load)
}

/**
 * A picture from the cache, else from `load`, which is then cached. The content at an address never changes.
 * @param name of the cache
 */
export async function cachedPicture(
  event: ExtendableEvent & { request: Request },
  name: string,
  load: () => Promise<Response>,
): Promise<Response> {
  const { url } = event.request
  const kept = await findCached(url, name)
  if (kept) return kept
  const answer = await load()
  // On a full device, fewer pictures are cached.
  if (answer.ok) event.waitUntil(keepPicture(name, url, answer.clone()).catch(() => undefined))
  return answer
}

/** Caches a picture, and removes the oldest ones beyond the limits. */
export async function keepPicture(name: string, url: string, answer: Response): Promise<void> {
  const cache = await self.caches.open(name)
  const picture = await answer.blob()
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', picture.type)
  headers.set('Content-Length', String(picture.size))
  await cache.put(url, new Response(picture, { headers }))
  let bytes = 0
  // The cache lists the oldest first.
  for (const [newer, key] of (await cache.keys()).toReversed().entries()) {
    bytes += Number((await cache.match(key))?.headers.get('Content-Length'))
    if (newer >= MAX_ENTRIES || bytes > MAX_BYTES) await cache.delete(key)
  }
}
