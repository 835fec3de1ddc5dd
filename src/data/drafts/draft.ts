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

/** An unsent text with its pictures. */
export type Draft = {
  text: string
  pictures?: DraftPicture[]
  /** The last attempt to send it: the same content goes out under the same `Idempotency-Key`. */
  sent?: Outgoing
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

/** A draft as it is stored. Earlier versions of the app had one picture. */
export type StoredDraft = Draft & { picture?: Omit<DraftPicture, 'id'> }

/** The pictures of a post or comment as those of the draft that edits it. */
export function postedPictures(content: Parameters<typeof imagesOf>[0]): DraftPicture[] {
  return imagesOf(content).map(({ url, alt }) => ({ id: url, url, alt }))
}

export function draftOf({ picture, ...draft }: StoredDraft): Draft {
  return picture ? { ...draft, pictures: [{ ...picture, id: 'first' }] } : draft
}
