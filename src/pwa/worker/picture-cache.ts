declare const self: ServiceWorkerGlobalScope

const CACHE = 'gearheads-cloud-pictures'
const MAX_ENTRIES = 80
const MAX_BYTES = 40_000_000

/** Whether a page requests a picture of the image host of `.env`. */
export function isCloudPicture({ destination, url }: Request): boolean {
  return destination === 'image' && url.startsWith(import.meta.env.VITE_UPLOAD_DELIVERY_URL)
}

/** A picture of the image host, cached for offline use. The content at an address never changes. */
export async function cloudPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await self.caches.open(CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  // With CORS, which image hosts allow. Without it the response is opaque: its size is hidden, and the browser
  // counts it as some 7 MB. Such a picture is shown but not cached.
  const answer = await fetch(request.url, { credentials: 'omit' }).catch(() => undefined)
  if (!answer) return fetch(request)
  // On a full device, fewer pictures are cached.
  if (answer.ok) event.waitUntil(keep(cache, request.url, answer.clone()).catch(() => undefined))
  return answer
}

async function keep(cache: Cache, url: string, answer: Response): Promise<void> {
  const picture = await answer.blob()
  const headers = { 'Content-Type': picture.type, 'Content-Length': String(picture.size) }
  await cache.put(url, new Response(picture, { headers }))
  let bytes = 0
  // The cache lists the oldest first. Delete pictures beyond either limit.
  for (const [age, key] of (await cache.keys()).toReversed().entries()) {
    bytes += Number((await cache.match(key))?.headers.get('Content-Length'))
    if (age >= MAX_ENTRIES || bytes > MAX_BYTES) await cache.delete(key)
  }
}
