/// <reference lib="webworker" />
import { putShare } from '../pwa/share-inbox.ts'

declare const self: ServiceWorkerGlobalScope

/** Where the manifest (`share_target`) has the device send what is shared. */
export function isShare({ method, url }: Request): boolean {
  return method === 'POST' && url === new URL('share', self.registration.scope).href
}

/** Keep what is shared, then open the composer, which finds it (`src/pwa/share-inbox.ts`). */
export async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData()
  const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim())
  const images = form
    .getAll('images')
    .filter((one) => one instanceof File && one.size > 0) as File[]
  await putShare({ text: joined(texts), images })
  // 303: what was posted is done with, and a reload of the page does not post it again.
  return Response.redirect(new URL('homePage?compose', self.registration.scope), 303)
}

/** One under the other; many apps put the link into the text as well. */
function joined(texts: string[]): string {
  const [, text = ''] = texts
  return texts.filter((one, index) => one && (index === 1 || !text.includes(one))).join('\n')
}
