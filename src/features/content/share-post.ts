import type { ViewedPost } from '../../contract/viewed.ts'
import { isClub } from '../../pwa/club.ts'
import { copyText } from '../../ui/copy-text.ts'

/** What a press could not share any more, for the next one. */
let ready: { post: ViewedPost; data: ShareData } | undefined

/**
 * Opens the share sheet of the device; without one, copies the address. Other devices can open the address only at a
 * club. Elsewhere the sheet gets the text and the pictures (R16.16).
 * @returns `again` if the browser wants another press: WebKit opens the sheet only right after one, and pictures are read first
 * @throws if the browser allows neither
 */
export async function sharePost(
  post: ViewedPost,
  url: string,
): Promise<'shared' | 'copied' | 'again'> {
  if (navigator.share) {
    const title = `Post by ${post.firstName || post.username}`
    const kept = ready?.post === post && ready.data
    const content = () =>
      import('./share-content.ts').then(({ contentOf }) => contentOf(post, title))
    const data = kept || (isClub ? { title, url } : await content())
    ready = undefined
    const error = await navigator.share(data).then(
      () => undefined,
      ({ name }: Error) => name,
    )
    // The user closed the sheet.
    if (!error || error === 'AbortError') return 'shared'
    if (error === 'NotAllowedError' && !kept && !isClub) {
      ready = { post, data }
      return 'again'
    }
  }
  if (await copyText(url)) return 'copied'
  throw new Error('The browser allows neither to share nor to copy')
}
