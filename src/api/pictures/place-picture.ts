import { toast } from '../../ui/toast.ts'
import { HttpError } from '../http.ts'
import { errorText } from '../query-client.ts'
import { SessionOverError } from '../session.ts'
import { putWaiting } from './outbox-store.ts'
import { keepOnDevice, type UploadOptions, uploadToHost } from './upload.ts'

/** Where one picture is to go. */
export type Placing = UploadOptions & {
  /** Whose it is. */
  userId: string
  /** What the toast says when the upload fails (spec §8). */
  failed: string
}

/**
 * Put a picture where posts can show it, and give its address. That is the image host of `.env`;
 * when there is none, or it fails, it is this device. What failed waits there for the network.
 * @throws when not even this device takes it, or the upload is aborted; the toasts are shown
 */
export async function placePicture(picture: Blob, placing: Placing): Promise<string> {
  const { userId, failed, signal } = placing
  let told = false
  if (import.meta.env.VITE_UPLOAD_URL) {
    try {
      return await uploadToHost(picture, placing)
    } catch (error) {
      if (signal?.aborted) throw error
      console.error(error)
      toast('error', failed)
      told = true
    }
  }
  try {
    const url = await keepOnDevice(picture, { signal })
    if (import.meta.env.VITE_UPLOAD_URL) await putWaiting({ url, userId })
    return url
  } catch (error) {
    if (!signal?.aborted) reportRefusal(error, told ? undefined : failed)
    throw error
  }
}

/** The text of the spec, then the reason, when the API gave one: a full device can be helped. */
function reportRefusal(error: unknown, failed: string | undefined): void {
  if (error instanceof SessionOverError) return
  console.error(error)
  if (failed) toast('error', failed)
  if (error instanceof HttpError && error.response) toast('error', errorText(error))
}
