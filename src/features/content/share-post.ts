import type { ViewedPost } from '../../contract/viewed.ts'
import { imagesOf } from '../../data/drafts/draft.ts'
import { isClub } from '../../pwa/club.ts'

/**
 * Opens the share sheet of the device; without one, copies the address. Other devices can open the address only at a
 * club. Elsewhere the sheet gets the text and the pictures (R16.16).
 * @returns whether the address was copied
 * @throws if the browser allows neither
 */
export async function sharePost(post: ViewedPost, url: string): Promise<boolean> {
  try {
    if (navigator.share) {
      const title = `Post by ${post.username}`
      await navigator.share(isClub ? { title, url } : await contentOf(post, title))
      return false
    }
  } catch (error) {
    // The user closed the sheet.
    if ((error as Error).name === 'AbortError') return false
  }
  await navigator.clipboard.writeText(url)
  return true
}

async function contentOf({ content, ...pictures }: ViewedPost, title: string): Promise<ShareData> {
  const text = { title, text: content || title }
  const files = await Promise.all(imagesOf(pictures).map(({ url }) => fileAt(url)))
  const withFiles = { ...text, files: files.filter((file) => file !== undefined) }
  return withFiles.files.length > 0 && navigator.canShare?.(withFiles) ? withFiles : text
}

/** The picture; `undefined` if it is on another host, which the page's policy does not let it read. */
async function fileAt(url: string): Promise<File | undefined> {
  try {
    const reply = await fetch(url)
    if (!reply.ok) return undefined
    const answer = await reply.blob()
    const blob = answer.type.startsWith('image/svg') ? await drawn(url) : answer
    const extension = blob.type.split(/[/+;]/)[1] ?? ''
    return new File([blob], `post.${extension}`, { type: blob.type })
  } catch {
    return undefined
  }
}

/** A drawing as pixels: the share sheets of phones refuse SVG. */
async function drawn(url: string): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No pixels'))))
  })
}
