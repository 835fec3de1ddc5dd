import { UPLOADS } from '../../contract/uploads.ts'
import { workerControl } from '../../pwa/worker.ts'
import { call } from '../call.ts'
import { HttpError } from '../http.ts'
import { forServer } from '../server-address.ts'
import { putWaiting, removeWaiting, type Waiting, waitingPictures } from './outbox-store.ts'
import { uploadToHost } from './upload.ts'

/** What the outbox needs of the world; tests give it another. */
export type OutboxWorld = {
  /** The bytes of a picture on this device; nothing when it is gone. */
  read: (url: string) => Promise<Blob | undefined>
  upload: (picture: Blob) => Promise<string>
  /** Let everything that shows `url` show it from `to`. */
  move: (url: string, to: string) => Promise<void>
}

export type Drained = { moved: number; failed: boolean }

/**
 * Upload the pictures of a user that wait, one after the other, in one tab at a time. A picture that
 * fails waits on, and does not keep the others from it.
 *
 * Each is uploaded once: its new address is noted before anything else is done. Only a page that
 * dies after the host has taken a picture and before it has answered leaves one there that nobody uses.
 */
export async function drainOutbox(userId: string, world: OutboxWorld = ours): Promise<Drained> {
  const idle = { moved: 0, failed: false }
  return navigator.locks.request('gearheads-outbox', { ifAvailable: true }, async (lock) => {
    if (!lock) return idle
    const drained = { ...idle }
    for (const waiting of await waitingPictures()) {
      if (waiting.userId !== userId) continue
      try {
        if (await moveOne(waiting, world)) drained.moved += 1
      } catch (error) {
        console.error(error)
        drained.failed = true
      }
    }
    return drained
  })
}

async function moveOne(waiting: Waiting, { read, upload, move }: OutboxWorld): Promise<boolean> {
  const { url } = waiting
  let { uploadedTo } = waiting
  if (!uploadedTo) {
    const picture = await read(url)
    if (picture) {
      uploadedTo = await upload(picture)
      await putWaiting({ ...waiting, uploadedTo })
    }
  }
  // Gone with its post or comment: there is nothing to upload any more.
  if (uploadedTo) await move(url, uploadedTo)
  await removeWaiting(url)
  return uploadedTo !== undefined
}

const ours: OutboxWorld = {
  async read(url) {
    if (!import.meta.env.VITE_API_URL) await workerControl()
    const answer = await fetch(url)
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`The picture at ${url} answers ${answer.status}`)
    return answer.blob()
  },
  upload: uploadToHost,
  async move(url, to) {
    const options = {
      params: { id: (import.meta.env.VITE_API_URL ? forServer(url) : url).slice(UPLOADS.length) },
      body: { secure_url: to },
    }
    await call('POST /api/uploads/:id/moved', options).catch((error) => {
      // Deleted meanwhile, or moved just before the page died: in both cases it is done.
      if (!(error instanceof HttpError) || error.response?.status !== 404) throw error
    })
  },
}
