import { HttpError } from '../../client/http.ts'
import { newUuid } from '../../client/uuid.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { errorText } from '../query-client.ts'
import type { Draft, DraftPicture, Outgoing } from './draft.ts'
import { saveDrafts } from './draft-store.ts'

type Sending = {
  now: () => Draft
  change: (part: Partial<Draft>) => void
  /** Uploads the picture under its key and resolves to its address. */
  upload: (picture: DraftPicture & { key: string }) => Promise<string>
  send: (outgoing: Outgoing) => Promise<unknown>
}

/** The back end removes an upload that nothing shows after 24 hours. */
const UPLOAD_LASTS_MS = 12 * 3_600_000

/**
 * Send a draft, its picture first. Unchanged content is sent under the same keys until the API replies, even after
 * reloads and crashes, so that it is written once. The keys are stored before each request.
 * @throws as `upload` and `send` do; the draft stays
 */
export async function sendDraft({ now, change, upload, send }: Sending): Promise<void> {
  const content = now().text
  try {
    await attempt(await uploaded())
  } catch (error) {
    if (isKeyReused(error)) change({ sent: undefined })
    else if (now().picture?.url && isPictureRefused(error)) forgetUpload()
    else throw error
    await attempt(await uploaded())
  }

  async function attempt(imageUrl?: string): Promise<void> {
    const { sent, picture } = now()
    const imageAlt = picture?.alt?.trim() || undefined
    const isSame =
      sent?.content === content && sent.imageUrl === imageUrl && sent.imageAlt === imageAlt
    const outgoing = { key: isSame ? sent.key : newUuid(), content, imageUrl, imageAlt }
    change({ sent: outgoing })
    // Local storage has it when this returns: no need to wait.
    saveDrafts()
    await send(outgoing)
  }

  async function uploaded(): Promise<string | undefined> {
    if (isExpired(now().picture)) forgetUpload()
    const { picture } = now()
    if (!picture || picture.url) return picture?.url
    const keyed = { ...picture, key: picture.key ?? newUuid() }
    change({ picture: keyed })
    // Only IndexedDB can store the pixels, which another attempt needs.
    await saveDrafts()
    const url = await upload(keyed)
    // Its description may have changed.
    change({ picture: { ...keyed, ...now().picture, url, uploadedAt: Date.now() } })
    return url
  }

  /** Start a new upload: under the same key it would return the same address. */
  function forgetUpload(): void {
    const { blob, note, alt } = now().picture ?? {}
    if (blob) change({ picture: { blob, note, alt } })
  }
}

/** An image host never removes pictures. */
function isExpired({ url, uploadedAt = 0 }: Partial<DraftPicture> = {}): boolean {
  return Boolean(url?.includes(UPLOADS)) && Date.now() - uploadedAt > UPLOAD_LASTS_MS
}

/** Whether this key was used with another body. The write then succeeds under a new key. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof HttpError && error.response?.status === 422
}

function isPictureRefused(error: unknown): boolean {
  const isBadRequest = error instanceof HttpError && error.response?.status === 400
  return isBadRequest && /imageUrl|picture/i.test(errorText(error))
}
