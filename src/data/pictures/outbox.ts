import { call } from '../../client/call.ts'
import { HttpError } from '../../client/http.ts'
import { ifUnlocked } from '../../client/tabs.ts'
import { unknownUpload } from '../../contract/page-errors.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { isClub } from '../../pwa/club.ts'
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

/** The effects of the outbox. Tests pass their own. */
export type OutboxWorld = {
  /** The bytes of a picture on this device, or `undefined` if it was removed. */
  read: (url: string) => Promise<Blob | undefined>
  upload: (picture: Blob) => Promise<string>
  /** Change every row that shows `url` to `to`. Also resolves if no row shows it any more. */
  move: (url: string, to: string) => Promise<void>
  /** Show once that the outbox has given up on a picture. */
  report: (reason: string) => void
}

export type Drained = { moved: number; failed: boolean }

/**
 * Upload the waiting pictures of a user, one after the other, in one tab at a time. A picture that fails
 * keeps waiting while the others are uploaded. After the host has rejected it five times, it stays on this
 * device until the user tries again.
 *
 * The new address is stored first, so that each picture is uploaded once. If the page dies during an
 * upload, the host may have a picture that no row shows.
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
  // Without an address, it was removed with its post or comment.
  if (uploadedTo) await world.move(url, uploadedTo)
  await removeWaiting(url)
  return uploadedTo !== undefined
}

/** Count a rejection by the image host. No response, or one that asks to try later, does not count. */
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
    if (!isClub) await workerControl()
    const answer = await fetch(url)
    if (answer.ok) return answer.blob()
    const text = await answer.text()
    if (answer.status === 404 && isUnknownUpload(text)) return undefined
    throw new Error(`The picture at ${url} answers ${answer.status}`)
  },
  upload: uploadToHost,
  async move(url, to) {
    const options = {
      params: { id: url.slice(UPLOADS.length) },
      body: { secure_url: to },
    }
    await call('POST /api/uploads/:id/moved', options).catch((error) => {
      // It was deleted, or was moved just before an earlier page died: nothing is left to do.
      const { status } = (error instanceof HttpError && error.response) || {}
      if (status !== 404 || errorText(error) !== unknownUpload.text) throw error
    })
  },
  report: (reason) =>
    toast('error', `A picture stays on this device: the image host refused it (${reason}).`),
}

/** Whether the API replied that it has no such upload. A 404 page of the host has another body. */
function isUnknownUpload(body: string): boolean {
  try {
    return JSON.parse(body).error[0] === unknownUpload.text
  } catch {
    return false
  }
}
