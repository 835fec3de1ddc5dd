import { HttpError } from '../../client/http.ts'
import { SessionOverError } from '../../client/session.ts'
import { newUuid } from '../../client/uuid.ts'
import { toast } from '../../ui/toast.ts'
import { isKeyReused } from '../drafts/send-draft.ts'
import { errorText } from '../query-client.ts'
import { putWaiting } from './outbox-store.ts'
import { keepOnDevice, type UploadOptions, uploadToHost } from './upload.ts'

/** Where one picture is to go. */
export type Placing = UploadOptions & {
  /** The `Idempotency-Key` of the upload. */
  key: string
  /** Whose it is. */
  userId: string
  /** What the toast says when the upload fails (R11.4). */
  failed: string
}

/**
 * Put a picture where posts can show it, and give its address. That is the image host of `.env`;
 * when there is none, or it fails, it is this device. What failed waits there for the network.
 * @throws when not even this device takes it, or the upload is aborted; the toasts are shown
 */
export async function placePicture(picture: Blob, placing: Placing): Promise<string> {
  const { userId, failed, signal, onProgress } = placing
  let told = false
  if (import.meta.env.VITE_UPLOAD_URL) {
    try {
      return await uploadToHost(picture, { signal, onProgress })
    } catch (error) {
      if (signal?.aborted) throw error
      console.error(error)
      toast('error', failed)
      told = true
    }
  }
  try {
    const url = await keepOnce(picture, placing)
    if (import.meta.env.VITE_UPLOAD_URL) await putWaiting({ url, userId })
    return url
  } catch (error) {
    if (!signal?.aborted) reportRefusal(error, told ? undefined : failed)
    throw error
  }
}

async function keepOnce(picture: Blob, { key, signal }: Placing): Promise<string> {
  try {
    return await keepOnDevice(picture, { key, signal })
  } catch (error) {
    if (!isKeyReused(error)) throw error
    return keepOnDevice(picture, { key: newUuid(), signal })
  }
}

/** The text of the spec, then the reason, when the API gave one: a full device can be helped. */
function reportRefusal(error: unknown, failed: string | undefined): void {
  if (error instanceof SessionOverError) return
  console.error(error)
  if (failed) toast('error', failed)
  if (error instanceof HttpError && error.response) toast('error', errorText(error))
}
