import { HttpError } from '../../client/http.ts'
import { newUuid } from '../../client/uuid.ts'
import type { ContentPicture } from '../../contract/entities.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { errorText } from '../query-client.ts'
import { type Draft, type DraftPicture, imagesOf, type Outgoing } from './draft.ts'
import { saveDrafts } from './draft-store.ts'

type Sending = {
  now: () => Draft
  change: (part: Partial<Draft>) => void
  /** Uploads a picture under its key and resolves to its address. */
  upload: (picture: DraftPicture & { key: string }) => Promise<string>
  send: (outgoing: Outgoing) => Promise<unknown>
}

/** The back end removes an upload that nothing shows after 24 hours. */
const UPLOAD_LASTS_MS = 12 * 3_600_000

/**
 * Send a draft, its pictures first. Unchanged content is sent under the same keys until the API replies, even after
 * reloads and crashes, so that it is written once. The keys are stored before each request.
 * @throws as `upload` and `send` do; the draft stays
 */
export async function sendDraft({ now, change, upload, send }: Sending): Promise<void> {
  const content = now().text
  try {
    await attempt(await uploaded())
  } catch (error) {
    if (isKeyReused(error)) change({ sent: undefined })
    else if (pictures().some(({ url }) => url) && isPictureRefused(error)) forgetUploads()
    else throw error
    await attempt(await uploaded())
  }

  function pictures(): readonly DraftPicture[] {
    return now().pictures ?? []
  }

  function changePicture(id: string, part: Partial<DraftPicture>): void {
    change({ pictures: pictures().map((one) => (one.id === id ? { ...one, ...part } : one)) })
  }

  async function attempt(images: ContentPicture[]): Promise<void> {
    const { sent } = now()
    const isSame = sent?.content === content && isEqual(imagesOf(sent), images)
    const [first] = images
    const outgoing: Outgoing = {
      key: isSame ? sent.key : newUuid(),
      content,
      imageUrl: first?.url,
      imageAlt: first?.alt,
      images: images.length > 1 ? images : undefined,
    }
    change({ sent: outgoing })
    // Local storage has it when this returns: no need to wait.
    saveDrafts()
    await send(outgoing)
  }

  /** Uploads the pictures that have no address yet, one after the other. */
  async function uploaded(): Promise<ContentPicture[]> {
    if (pictures().some(isExpired)) forgetUploads()
    for (const { id } of pictures()) {
      const picture = pictures().find((one) => one.id === id)
      if (!picture || picture.url) continue
      const keyed = { ...picture, key: picture.key ?? newUuid() }
      changePicture(id, keyed)
      // Only IndexedDB can store the pixels, which another attempt needs.
      await saveDrafts()
      const url = await upload(keyed)
      changePicture(id, { url, uploadedAt: Date.now() })
    }
    return pictures().flatMap(({ url, alt }) =>
      url ? [{ url, alt: alt?.trim() || undefined }] : [],
    )
  }

  /** Start new uploads: under the same key one would return the same address. */
  function forgetUploads(): void {
    change({ pictures: pictures().map(({ id, blob, note, alt }) => ({ id, blob, note, alt })) })
  }
}

function isEqual(some: readonly ContentPicture[], others: readonly ContentPicture[]): boolean {
  const text = (images: readonly ContentPicture[]) =>
    JSON.stringify(images.map(({ url, alt }) => [url, alt]))
  return text(some) === text(others)
}

/** An image host never removes pictures. */
function isExpired({ url, uploadedAt = 0 }: DraftPicture): boolean {
  return Boolean(url?.includes(UPLOADS)) && Date.now() - uploadedAt > UPLOAD_LASTS_MS
}

/** Whether this key was used with another body. The write then succeeds under a new key. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof HttpError && error.response?.status === 422
}

function isPictureRefused(error: unknown): boolean {
  const isBadRequest = error instanceof HttpError && error.response?.status === 400
  return isBadRequest && /imageUrl|images|picture/i.test(errorText(error))
}
