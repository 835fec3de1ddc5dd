import type { ContentPicture } from '../../contract/entities.ts'

/** A picture that goes with a text. */
export type DraftPicture = {
  /** Distinguishes it from the other pictures of its draft. */
  id: string
  /** Its pixels. Not set for a picture that the edited post or comment has already. */
  blob?: Blob
  /** The blob is the chosen file, which is not made small yet. A reload in between prepares it again. */
  isRaw?: boolean
  note?: string
  /** Its description (R10.11). */
  alt?: string
  /** The `Idempotency-Key` of its upload. */
  key?: string
  /** Its address once it is uploaded, so that the next attempt does not upload it again. */
  url?: string
  /** When it was uploaded, in ms since 1970. */
  uploadedAt?: number
}

/** A post or comment, with the `Idempotency-Key` under which it is sent. */
export type Outgoing = {
  content: string
  imageUrl?: string
  imageAlt?: string
  /** All pictures, if there are several. */
  images?: ContentPicture[]
  key: string
}

/** An attempt to send a draft whose outcome is not known. */
export type Sent = Outgoing & {
  /** It is being sent: the text of the draft is without its content. */
  isOut?: true
}

/** A text with its pictures, and what was sent before it and has no reply yet. */
export type Draft = {
  text: string
  pictures?: DraftPicture[]
  /** In their order. The same content goes out again under the same `Idempotency-Key`. */
  sent?: Sent[]
  /** It had pictures that an earlier page could not save. */
  hasLostPicture?: boolean
}

/** The pictures of a post or comment as a list. */
export function imagesOf({
  imageUrl,
  imageAlt,
  images,
}: Pick<Outgoing, 'imageUrl' | 'imageAlt' | 'images'>): ContentPicture[] {
  return images ?? (imageUrl ? [{ url: imageUrl, alt: imageAlt }] : [])
}

/** Pixels as bytes: WebKit stores no Blobs in private windows. */
type StoredPixels = { bytes: ArrayBuffer; type: string; name: string }
type StoredPicture = Omit<DraftPicture, 'blob'> & { blob?: Blob | StoredPixels }

/** A draft as it is stored. Earlier versions of the app had one picture and one attempt. */
export type StoredDraft = Omit<Draft, 'pictures' | 'sent'> & {
  pictures?: StoredPicture[]
  sent?: Sent[] | Outgoing
  picture?: Omit<StoredPicture, 'id'>
}

/** The draft with bytes in place of Blobs. */
export async function withBytes(draft: Draft): Promise<StoredDraft> {
  const pictures = draft.pictures?.map(async ({ blob, ...rest }) => {
    if (!blob) return rest
    const { type, name = '' } = blob as Partial<File> & Blob
    return { ...rest, blob: { bytes: await blob.arrayBuffer(), type, name } }
  })
  return { ...draft, pictures: pictures && (await Promise.all(pictures)) }
}

/** The pictures of a post or comment as those of the draft that edits it. */
export function postedPictures(content: Parameters<typeof imagesOf>[0]): DraftPicture[] {
  return imagesOf(content).map(({ url, alt }) => ({ id: url, url, alt }))
}

/** A stored draft, whose page is gone: it sends no more. */
export function draftOf({ picture, pictures, sent, ...draft }: StoredDraft): Draft {
  const all = picture ? [{ ...picture, id: 'first' }] : pictures
  return takeBack({
    ...draft,
    sent: sent && [sent].flat(),
    pictures: all?.map(({ blob, ...rest }) => ({ ...rest, blob: blobOf(blob) })),
  })
}

/** Between two contents that came back. */
const BETWEEN = '\n\n'

/**
 * The draft with contents that were not sent back in its text, before what was typed since, and in their order.
 * @param key of the one attempt that failed; without it, of all
 */
export function takeBack(draft: Draft, key?: string): Draft {
  let { text } = draft
  /** The end of what came back before. */
  let end = 0
  const sent = draft.sent?.map((one) => {
    const { isOut, ...attempt } = one
    if (isOut && key && key !== one.key) return one
    if (!one.content) return attempt
    if (isOut) {
      const parts = [text.slice(0, end), one.content, text.slice(end).trimStart()]
      text = parts.filter(Boolean).join(BETWEEN)
    }
    const start = end && end + BETWEEN.length
    if (text.startsWith(one.content, start)) end = start + one.content.length
    return attempt
  })
  return { ...draft, text, sent }
}

/** The draft without an attempt that turned out to be stored. Text that was typed since stays. */
export function withoutSent(draft: Draft, key: string): Draft {
  const stored = draft.sent?.find((one) => one.key === key)
  if (!stored) return draft
  const { content, isOut } = stored
  const { text, pictures } = draft
  const rest = text.startsWith(content)
    ? text.slice(content.length).trimStart()
    : text.replace(BETWEEN + content, '')
  const urls = imagesOf(stored).map(({ url }) => url)
  return {
    ...draft,
    text: isOut ? text : rest,
    pictures: pictures?.filter(({ url }) => !url || !urls.includes(url)),
    sent: draft.sent?.filter((one) => one !== stored),
  }
}

function blobOf(stored: StoredPicture['blob']): Blob | undefined {
  if (!stored || stored instanceof Blob) return stored
  return new File([stored.bytes], stored.name, stored)
}
