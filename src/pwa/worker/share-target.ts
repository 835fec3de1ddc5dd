/// <reference lib="webworker" />
import { putShare, type Share } from '../share-inbox.ts'

declare const self: ServiceWorkerGlobalScope

/** What is kept of a share at most: letters of text, images, and their bytes in all. */
const MOST_LETTERS = 10_000
const MOST_IMAGES = 10
const MOST_BYTES = 20_000_000

/** Where the manifest (`share_target`) has the device send what is shared. */
export function isShare({ method, url }: Request): boolean {
  return method === 'POST' && url === new URL('share', self.registration.scope).href
}

/** Keep what is shared, then open the composer, which asks about it (`src/pwa/share-inbox.ts`). */
export async function takeShare(request: Request): Promise<Response> {
  if (isFromWebsite(request)) {
    return new Response("Only this device's share sheet can share to Gearheads.", {
      status: 403,
    })
  }
  if (!(await putShare(readForm(await request.formData())))) {
    return new Response(
      'Too many shares are waiting. Add or discard them in Gearheads, then share again.',
      { status: 507 },
    )
  }
  // 303: what was posted is done with, and a reload of the page does not post it again.
  return Response.redirect(new URL('homePage?compose', self.registration.scope), 303)
}

/**
 * Whether a form of another website is the origin. Chromium 156 shows a worker no `Sec-Fetch-Site`, but
 * `Origin`: the website's, or `null` if that sends no referrer. The share sheet's is `null` too, so a
 * website can look like it; that is why the composer asks.
 */
function isFromWebsite({ headers }: Request): boolean {
  const origin = headers.get('origin') ?? 'null'
  return origin !== 'null' && origin !== self.location.origin
}

function readForm(form: FormData): Share {
  const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim())
  let bytes = 0
  const files = form.getAll('images').filter((one) => one instanceof File && one.size > 0) as File[]
  const images = files.slice(0, MOST_IMAGES).filter(({ size }) => {
    bytes += size
    return bytes <= MOST_BYTES
  })
  return { text: joined(texts).slice(0, MOST_LETTERS), images }
}

/** One under the other; many apps put the link into the text as well. */
function joined(texts: string[]): string {
  const [, text = ''] = texts
  return texts.filter((one, index) => one && (index === 1 || !text.includes(one))).join('\n')
}
