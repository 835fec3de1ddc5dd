import type { ViewedPost } from '../../contract/viewed.ts'
import { imagesOf } from '../../data/drafts/draft.ts'
import { checkCanvas, contextOf, newPageCanvas, write } from '../../data/pictures/canvas.ts'

/** The text and the pictures of a post, for the share sheet of a device without a club (R16.16). */
export async function contentOf(
  { content, ...pictures }: ViewedPost,
  title: string,
): Promise<ShareData> {
  const text = { title, text: content || title }
  const files = await Promise.all(imagesOf(pictures).map(({ url }) => fileAt(url)))
  const withFiles = { ...text, files: files.filter((file) => file !== undefined) }
  return withFiles.files.length > 0 && navigator.canShare?.(withFiles) ? withFiles : text
}

/** The picture; `undefined` if the page cannot read it: it is on another host, or a drawing that the browser turns into noise. */
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
  await checkCanvas(newPageCanvas)
  const canvas = newPageCanvas(width, height)
  contextOf(canvas).drawImage(image, 0, 0)
  return write(canvas)
}
