import { call } from '../../client/call.ts'
import { HttpError } from '../../client/http.ts'
import { forServer } from '../../client/server-address.ts'
import { ifUnlocked } from '../../client/tabs.ts'
import { apiErrors } from '../../contract/errors.ts'
import { UPLOADS } from '../../contract/uploads.ts'
import { workerControl } from '../../pwa/register.ts'
import { toast } from '../../ui/toast.ts'
import { errorText } from '../query-client.ts'
import {
  allowAttempt,
  isGivenUp,
  putWaiting,
  removeWaiting,
  type Waiting,
  waitingPictures,
} from './outbox-store.ts'
import { uploadToHost } from './upload.ts'

/** What the outbox needs of the world; tests give it another. */
export type OutboxWorld = {
  /** The bytes of a picture on this device; nothing when it is gone. */
  read: (url: string) => Promise<Blob | undefined>
  upload: (picture: Blob) => Promise<string>
  /** Let everything that shows `url` show it from `to`. Resolves, too, when nothing does any more. */
  move: (url: string, to: string) => Promise<void>
  /** Tell the user, once, that the outbox has given up on a picture. */
  report: (reason: string) => void
}

export type Drained = { moved: number; failed: boolean }

/**
 * Upload the pictures of a user that wait, one after the other, in one tab at a time. A picture that
 * fails waits on, and does not keep the others from it; one that the host refuses five times stays on
 * this device until the user tries again.
 *
 * Each is uploaded once: its new address is noted before anything else is done. Only a page that
 * dies after the host has taken a picture and before it has answered leaves one there that nobody uses.
 */
export async function drainOutbox(userId: string, world: OutboxWorld = ours): Promise<Drained> {
  const drained = { moved: 0, failed: false }
  await ifUnlocked('gearheads-outbox', async () => {
    for (const waiting of await waitingPictures()) {
      if (waiting.userId !== userId || isGivenUp(waiting)) continue
      try {
        if (await moveOne(waiting, world)) drained.moved += 1
      } catch (error) {
        console.error(error)
        drained.failed = true
      }
    }
  })
  return drained
}

/** Upload a picture that the outbox has given up on. */
export async function uploadAgain(waiting: Waiting): Promise<void> {
  await allowAttempt(waiting)
  await drainOutbox(waiting.userId)
}

async function moveOne(waiting: Waiting, world: OutboxWorld): Promise<boolean> {
  const { url } = waiting
  let { uploadedTo } = waiting
  if (!uploadedTo) {
    const picture = await world.read(url)
    if (picture) {
      uploadedTo = await world.upload(picture).catch((error) => refused(waiting, error, world))
      await putWaiting({ ...waiting, uploadedTo })
    }
  }
  // Gone with its post or comment: there is nothing to upload any more.
  if (uploadedTo) await world.move(url, uploadedTo)
  await removeWaiting(url)
  return uploadedTo !== undefined
}

/** Count a refusal of the image host. No answer, and an answer that asks to wait, are none. */
async function refused(waiting: Waiting, error: unknown, world: OutboxWorld): Promise<never> {
  const { status = 0 } = (error instanceof HttpError && error.response) || {}
  if (status >= 400 && status < 500 && ![408, 425, 429].includes(status)) {
    const reason = `status code ${status}`
    const counted = { ...waiting, refusals: (waiting.refusals ?? 0) + 1, reason }
    await putWaiting(counted)
    if (isGivenUp(counted)) world.report(reason)
  }
  throw error
}

const ours: OutboxWorld = {
  async read(url) {
    if (!import.meta.env.VITE_API_URL) await workerControl()
    const answer = await fetch(url)
    if (answer.ok) return answer.blob()
    const text = await answer.text()
    if (answer.status === 404 && isUnknownUpload(text)) return undefined
    throw new Error(`The picture at ${url} answers ${answer.status}`)
  },
  upload: uploadToHost,
  async move(url, to) {
    const options = {
      params: { id: (import.meta.env.VITE_API_URL ? forServer(url) : url).slice(UPLOADS.length) },
      body: { secure_url: to },
    }
    await call('POST /api/uploads/:id/moved', options).catch((error) => {
      // Deleted meanwhile, or moved just before the page died: in both cases it is done.
      const { status } = (error instanceof HttpError && error.response) || {}
      if (status !== 404 || errorText(error) !== apiErrors.unknownUpload.text) throw error
    })
  },
  report: (reason) =>
    toast('error', `A picture stays on this device: the image host refused it (${reason}).`),
}

/** Only the API says so: a host's own page for 404, or a session that is over, says nothing about it. */
function isUnknownUpload(body: string): boolean {
  try {
    return JSON.parse(body).error[0] === apiErrors.unknownUpload.text
  } catch {
    return false
  }
}
