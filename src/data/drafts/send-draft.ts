import { HttpError } from '../../client/http.ts'
import { newUuid } from '../../client/uuid.ts'
import type { ContentPicture } from '../../contract/entities.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { errorText } from '../query-client.ts'
import {
  type Draft,
  type DraftPicture,
  imagesOf,
  type Outgoing,
  type Sent,
  takeBack,
} from './draft.ts'
import { saveDrafts } from './draft-store.ts'

/** A picture that is uploaded under its key. */
export type DraftUpload = DraftPicture & { blob: Blob; key: string }

type Sending = {
  now: () => Draft
  change: (part: Partial<Draft>) => void
  /** Uploads a picture under its key and resolves to its address. */
  upload: (picture: DraftUpload) => Promise<string>
  send: (outgoing: Outgoing) => Promise<unknown>
}

/** The back end removes an upload that nothing shows after 24 hours. */
const UPLOAD_LASTS_MS = 12 * 3_600_000

/**
 * Takes the text out of a draft to send it with {@link sendTaken}. Text typed afterwards is sent separately.
 * @returns an earlier attempt with the same text, if there is one
 */
export function takeText({ now, change }: Pick<Sending, 'now' | 'change'>): Sent {
  const { text: content, sent = [] } = now()
  const tried = sent.find((one) => !one.isOut && one.content === content)
  const taken: Sent = { ...(tried ?? { content, key: newUuid() }), isOut: true }
  change({ text: '', sent: [...sent.filter(({ isOut }) => isOut), taken] })
  // Local storage has it when this returns: no need to wait.
  saveDrafts()
  return taken
}

/**
 * Sends a text that was taken out of a draft, with the pictures of the draft if `hasPictures`, which are uploaded first. Unchanged
 * content is sent under the same keys until the API replies, even after reloads and crashes, so that it is written once. The keys are
 * stored before each request.
 * @returns the attempt that succeeded
 * @throws as `upload` and `send` do; the text is in the draft again
 */
export async function sendTaken(
  taken: Sent,
  hasPictures: boolean,
  { now, change, upload, send }: Sending,
): Promise<Sent> {
  let attempt = taken
  const pictures = async () => (hasPictures ? uploadPictures({ now, change, upload }) : [])
  try {
    try {
      return await sendWith(await pictures())
    } catch (error) {
      const hasUploads = hasPictures && now().pictures?.some(({ url }) => url)
      if (isKeyReused(error)) replace({ ...attempt, key: newUuid() })
      else if (hasUploads && isPictureRefused(error)) forgetUploads({ now, change })
      else throw error
      return await sendWith(await pictures())
    }
  } catch (error) {
    change(takeBack(now(), attempt.key))
    throw error
  }

  async function sendWith(images: ContentPicture[]): Promise<Sent> {
    const { content, isOut } = attempt
    const isSame = isEqual(imagesOf(attempt), images)
    const [first] = images
    const outgoing: Outgoing = {
      key: isSame ? attempt.key : newUuid(),
      content,
      imageUrl: first?.url,
      imageAlt: first?.alt,
      images: images.length > 1 ? images : undefined,
    }
    replace({ ...outgoing, isOut })
    saveDrafts()
    await send(outgoing)
    return attempt
  }

  function replace(next: Sent): void {
    const before = attempt.key
    attempt = next
    change({ sent: now().sent?.map((one) => (one.key === before ? next : one)) })
  }
}

type Uploading = Pick<Sending, 'now' | 'change' | 'upload'>

/**
 * Uploads the pictures of a draft that have no address yet, one after the other.
 * @returns all of them, as they are sent
 * @throws as `upload` does; the draft has the addresses of those before
 */
export async function uploadPictures({
  now,
  change,
  upload,
}: Uploading): Promise<ContentPicture[]> {
  const pictures = () => now().pictures ?? []
  const changePicture = (id: string, part: Partial<DraftPicture>) =>
    change({ pictures: pictures().map((one) => (one.id === id ? { ...one, ...part } : one)) })
  if (pictures().some(isExpired)) forgetUploads({ now, change })
  for (const { id } of pictures()) {
    const picture = pictures().find((one) => one.id === id)
    if (!picture?.blob || picture.url) continue
    const keyed = { ...picture, blob: picture.blob, key: picture.key ?? newUuid() }
    changePicture(id, keyed)
    // Only IndexedDB can store the pixels, which another attempt needs.
    await saveDrafts()
    const url = await upload(keyed)
    changePicture(id, { url, uploadedAt: Date.now() })
  }
  return pictures().flatMap(({ url, alt }) => (url ? [{ url, alt: alt?.trim() || undefined }] : []))
}

/** Start new uploads: under the same key one would return the same address. */
function forgetUploads({ now, change }: Pick<Sending, 'now' | 'change'>): void {
  const pictures = now().pictures?.map(({ id, blob, note, alt, url }) =>
    blob ? { id, blob, note, alt } : { id, alt, url },
  )
  change({ pictures })
}

function isEqual(some: readonly ContentPicture[], others: readonly ContentPicture[]): boolean {
  const text = (images: readonly ContentPicture[]) =>
    JSON.stringify(images.map(({ url, alt }) => [url, alt]))
  return text(some) === text(others)
}

/** An image host never removes pictures. */
function isExpired({ blob, url, uploadedAt = 0 }: DraftPicture): boolean {
  return Boolean(blob && url?.includes(UPLOADS)) && Date.now() - uploadedAt > UPLOAD_LASTS_MS
}

/** Whether this key was used with another body. The write then succeeds under a new key. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof HttpError && error.response?.status === 422
}

function isPictureRefused(error: unknown): boolean {
  const isBadRequest = error instanceof HttpError && error.response?.status === 400
  return isBadRequest && /imageUrl|images|picture/i.test(errorText(error))
}
