import { HttpError } from '../../client/http.ts'
import { SessionOverError } from '../../client/session.ts'
import { newUuid } from '../../client/uuid.ts'
import { toast } from '../../ui/toast.ts'
import { isKeyReused } from '../drafts/send-draft.ts'
import { errorText } from '../query-client.ts'
import { putWaiting } from './outbox-store.ts'
import { keepOnDevice, type UploadOptions, uploadToHost } from './upload.ts'

/** Options for {@link placePicture}. */
export type Placing = UploadOptions & {
  /** The `Idempotency-Key` of the upload. */
  key: string
  /** The `_id` of its owner. */
  userId: string
  /** The text of the toast if the upload fails (R11.4). */
  failed: string
}

/**
 * Upload a picture to the image host of `.env`. Without a host, or if that fails, store it on this device;
 * after a failure it waits there for the network. Shows the toast of an error.
 * @returns its address
 * @throws if this device cannot store it either, or the upload is aborted
 */
export async function placePicture(picture: Blob, placing: Placing): Promise<string> {
  const { userId, failed, signal, onProgress } = placing
  if (import.meta.env.VITE_UPLOAD_URL) {
    try {
      return await uploadToHost(picture, { signal, onProgress })
    } catch (error) {
      if (signal?.aborted) throw error
      console.error(error)
    }
  }
  try {
    const url = await keepOnce(picture, placing)
    if (import.meta.env.VITE_UPLOAD_URL) {
      await putWaiting({ url, userId })
      toast('error', failed)
    }
    return url
  } catch (error) {
    if (!signal?.aborted) reportRefusal(error, failed)
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

/** Shows R11.4's text, and below it the reason if the API gave one, such as a full device. */
function reportRefusal(error: unknown, failed: string): void {
  if (error instanceof SessionOverError) return
  console.error(error)
  const reason = error instanceof HttpError && error.response ? errorText(error) : undefined
  toast('error', failed, reason)
}
