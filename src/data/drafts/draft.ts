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

type WithPictures<Picture> = {
  text: string
  pictures?: Picture[]
  /** What was submitted and is not answered, in its order. Each is a write of its own (`send-queue.ts`). */
  queue?: (Submit & { pictures?: Picture[] })[]
  /** What came back into the text. The same content goes out again under the same `Idempotency-Key`. */
  tried?: Outgoing & Pick<Submit, 'isUnanswered'>
  /** It had pictures that an earlier page could not save. */
  hasLostPicture?: boolean
}

/** What a form or a card says about what may be stored. The toast does not: only they can send it again. */
export const UNANSWERED =
  'No reply came, so this may have been posted. If you send it unchanged, it is posted only once. If you change it, it is sent as a new one.'

type Submit = Outgoing & {
  /**
   * It was not sent yet. Then its key only tells it from others: what is sent gets a new one, so that keys are in the order of
   * sending, as the `_id`s of posts are.
   */
  isFresh?: true
  /** It was refused, and stays until the user sends it again or takes it back. */
  isRefused?: true
  /** Why, for the user. */
  reason?: string
  /** There was no reply, so the back end may have stored it. */
  isUnanswered?: boolean
}

/** A text with its pictures, and what was submitted before it. */
export type Draft = WithPictures<DraftPicture>

/** A post or comment that was submitted. Those of its pictures that are not uploaded yet are in no other field. */
export type Submitted = NonNullable<Draft['queue']>[number]

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

type Attempt = Outgoing & { isOut?: true }

/** A draft as it is stored. Earlier versions of the app had one picture, and sent pictures while they were in the form. */
export type StoredDraft = WithPictures<StoredPicture> & {
  sent?: Attempt | Attempt[]
  picture?: Omit<StoredPicture, 'id'>
}

/** The draft with other pictures, or without those for which there is none. */
export function mapPictures<From, To>(
  draft: WithPictures<From>,
  change: (picture: From) => To | undefined,
): WithPictures<To> {
  const all = (pictures?: From[]) => pictures?.flatMap((picture) => change(picture) ?? [])
  const queue = draft.queue?.map((one) => ({ ...one, pictures: all(one.pictures) }))
  return { ...draft, pictures: all(draft.pictures), queue }
}

/** All pictures of a draft. */
export function picturesOf<Picture>({ pictures, queue = [] }: WithPictures<Picture>): Picture[] {
  return [pictures ?? [], ...queue.map((one) => one.pictures ?? [])].flat()
}

/** The draft with bytes in place of Blobs. */
export async function withBytes(draft: Draft): Promise<StoredDraft> {
  const pixels = new Map<string, StoredPixels>()
  for (const { id, blob } of picturesOf(draft)) {
    if (!blob) continue
    const { type, name = '' } = blob as Partial<File> & Blob
    pixels.set(id, { bytes: await blob.arrayBuffer(), type, name })
  }
  return mapPictures<DraftPicture, StoredPicture>(draft, ({ blob: _, ...picture }) => {
    const bytes = pixels.get(picture.id)
    return bytes ? { ...picture, blob: bytes } : picture
  })
}

/** The pictures of a post or comment as those of the draft that edits it. */
export function postedPictures(content: Parameters<typeof imagesOf>[0]): DraftPicture[] {
  return imagesOf(content).map(({ url, alt }) => ({ id: url, url, alt }))
}

/** A stored draft. */
export function draftOf({ picture, sent, ...stored }: StoredDraft): Draft {
  const draft: WithPictures<StoredPicture> = { ...stored }
  if (picture) draft.pictures = [{ ...picture, id: 'first' }]
  for (const { isOut, ...one } of sent ? [sent].flat() : []) {
    if (isOut) draft.queue = [...(draft.queue ?? []), { ...one, pictures: postedPictures(one) }]
    else draft.tried = one
  }
  return mapPictures(draft, ({ blob, ...rest }) => ({ ...rest, blob: blobOf(blob) }))
}

function blobOf(stored: StoredPicture['blob']): Blob | undefined {
  if (!stored || stored instanceof Blob) return stored
  return new File([stored.bytes], stored.name, stored)
}
