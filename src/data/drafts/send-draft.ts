import { HttpError } from '../../client/http.ts'
import { SessionOverError } from '../../client/session.ts'
import { newUuid } from '../../client/uuid.ts'
import type { ContentPicture } from '../../contract/entities.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { beforeReload } from '../../pwa/reload.ts'
import { shrinkOnce } from '../pictures/shrink.ts'
import { errorText, reasonOf } from '../query-client.ts'
import {
  type Draft,
  type DraftPicture,
  imagesOf,
  type Outgoing,
  type Submitted,
  UNANSWERED,
} from './draft.ts'
import { saveDrafts } from './draft-store.ts'
import { bringBack, changeSubmitted } from './queue.ts'

/** A picture that is uploaded under its key. */
export type DraftUpload = DraftPicture & { blob: Blob; key: string }

type Sending = {
  now: () => Draft
  change: (part: Partial<Draft>) => void
  /** Uploads a picture under its key and resolves to its address. */
  upload: (picture: DraftUpload) => Promise<string>
  send: (outgoing: Outgoing) => Promise<unknown>
  /** Removes what was stored from the queue. */
  onStored: (key: string) => Promise<void>
  /** Whether somebody may be typing into the form. */
  isTyping: () => boolean
  /** Whether the author is still logged in: another user may be, on the same page. */
  isAuthor: () => boolean
}

/** The back end removes an upload that nothing shows after 24 hours. */
const UPLOAD_LASTS_MS = 12 * 3_600_000

/** The queues that are being sent, by draft. A form that is shown again does not send them a second time. */
const running = new Map<string, Promise<void>>()
// Between two of them, no write is pending.
beforeReload(() => Promise.all(running.values()))

/**
 * Sends what was submitted, one after the other, until nothing waits. Unchanged content is sent under the same keys until the API
 * replies, even after reloads and crashes, so that it is written once. The keys are stored before each request.
 * @param sending reports its own failures; what was refused is brought back
 */
export function sendQueue(draftKey: string, sending: Sending): void {
  if (running.has(draftKey)) return
  const sent = sendAll(sending).finally(() => running.delete(draftKey))
  running.set(draftKey, sent)
}

async function sendAll(sending: Sending): Promise<void> {
  for (;;) {
    const next = sending.now().queue?.find(({ isRefused }) => !isRefused)
    if (!next || !sending.isAuthor()) return
    const isSessionOver = await sendSubmitted(next, sending).catch(
      (error) => error instanceof SessionOverError,
    )
    if (isSessionOver) return
  }
}

async function sendSubmitted(submitted: Submitted, sending: Sending): Promise<void> {
  const { now, change, send, onStored, isTyping, isAuthor } = sending
  const asAuthor = () => {
    if (!isAuthor()) throw new SessionOverError()
  }
  const upload: Sending['upload'] = (picture) => {
    asAuthor()
    return sending.upload(picture)
  }
  let { key } = submitted
  /** Its pictures are uploaded, and the call for it has begun. */
  let wasSent = false
  const current = () => now().queue?.find((one) => one.key === key)
  const put = (part: Partial<Submitted>) => {
    change(changeSubmitted(now(), key, part))
    key = part.key ?? key
  }
  const uploading: Uploading = { now: () => current() ?? {}, change: put, upload }
  try {
    await attempt().catch((error) => {
      if (isKeyReused(error)) put({ key: newUuid() })
      else if (hasUpload(current()) && isPictureRefused(error)) forgetUploads(uploading)
      else throw error
      return attempt()
    })
    await onStored(key)
  } catch (error) {
    const isUnanswered = wasSent && error instanceof HttpError && !error.response
    const reason = isUnanswered ? UNANSWERED : reasonOf(error)
    change(bringBack(now(), key, isTyping(), { reason, isUnanswered }))
    saveDrafts()
    throw error
  }

  async function attempt(): Promise<void> {
    wasSent = false
    const images = await uploadPictures(uploading)
    const before = current()
    // It turned out to be stored meanwhile.
    if (!before) return
    const isSame = !before.isFresh && isEqual(imagesOf(before), images)
    const [first] = images
    const outgoing: Outgoing = {
      key: isSame ? key : newUuid(),
      content: before.content,
      imageUrl: first?.url,
      imageAlt: first?.alt,
      images: images.length > 1 ? images : undefined,
    }
    put({ ...outgoing, isFresh: undefined })
    saveDrafts()
    asAuthor()
    wasSent = true
    await send(outgoing)
  }
}

function hasUpload(submitted?: Submitted): boolean {
  return submitted?.pictures?.some(({ url }) => url) ?? false
}

type Pictures = { pictures?: DraftPicture[] }
type Uploading = Pick<Sending, 'upload'> & {
  now: () => Pictures
  change: (part: Pictures) => void
}

/**
 * Makes pictures small that are not yet, and uploads those that have no address, one after the other.
 * @returns all of them, as they are sent
 * @throws as `upload` and `shrinkOnce` do; those before have their addresses
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
    const find = () => pictures().find((one) => one.id === id)
    const { isRaw, blob } = find() ?? {}
    if (isRaw && blob) changePicture(id, await shrinkOnce(id, blob))
    const picture = find()
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
function forgetUploads({ now, change }: Pick<Uploading, 'now' | 'change'>): void {
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
