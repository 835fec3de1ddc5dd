/** A picture that goes with a text. */
export type DraftPicture = {
  blob: Blob
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
export type Outgoing = { content: string; imageUrl?: string; imageAlt?: string; key: string }

/** An unsent text with its picture. */
export type Draft = {
  text: string
  picture?: DraftPicture
  /** The last attempt to send it: the same content goes out under the same `Idempotency-Key`. */
  sent?: Outgoing
  /** It had a picture that an earlier page could not save. */
  hasLostPicture?: boolean
}
