/// <reference lib="webworker" />
import { putShare, type Share } from '../share-inbox.ts'

declare const self: ServiceWorkerGlobalScope

/** The limits of a share: characters of text, number of images, and their total size in bytes. */
const MOST_LETTERS = 10_000
const MOST_IMAGES = 10
const MOST_BYTES = 20_000_000

/** Whether the request is a share: the manifest (`share_target`) makes the device send it here. */
export function isShare({ method, url }: Request): boolean {
  return method === 'POST' && url === new URL('share', self.registration.scope).href
}

/** Store the share, then open the composer, where the user accepts or discards it (`src/pwa/share-inbox.ts`). */
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
  // 303, so that a reload of the page does not post the share again.
  return Response.redirect(new URL('homePage?compose', self.registration.scope), 303)
}

/**
 * Whether a form of another website sent the request. In Chromium 156 a worker gets no `Sec-Fetch-Site`, only
 * `Origin`: the website's, or `null` if it sends no referrer. The share sheet's is `null` too, so a website can
 * look like it. The user therefore has to accept a share in the composer.
 */
function isFromWebsite({ headers }: Request): boolean {
  const origin = headers.get('origin') ?? 'null'
  return origin !== 'null' && origin !== self.location.origin
}

function readForm(form: FormData): Share {
  const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim())
  let bytes = 0
  const filesIn = (name: string) => {
    const files = form.getAll(name).filter((one) => one instanceof File && one.size > 0) as File[]
    return files.slice(0, MOST_IMAGES).filter(({ size }) => {
      bytes += size
      return bytes <= MOST_BYTES
    })
  }
  const images = filesIn('images')
  const bundles = filesIn('bundles')
  const text = joined(texts).slice(0, MOST_LETTERS)
  return bundles.length > 0 ? { text, images, bundles } : { text, images }
}

/** The texts in lines of their own. Many apps repeat the link in the text. */
function joined(texts: string[]): string {
  const [, text = ''] = texts
  return texts.filter((one, index) => one && (index === 1 || !text.includes(one))).join('\n')
}
