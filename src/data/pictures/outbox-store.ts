import { del, set, values } from 'idb-keyval'
import { pageStore } from '../../pwa/page-store.ts'
import { openChannel } from '../../pwa/scoped.ts'

/** A picture that is stored on this device until it can be uploaded to its image host. */
export type Waiting = {
  /** Its address on this device: `/api/uploads/<_id>`. */
  url: string
  /** Its owner: only they may move it. */
  userId: string
  /** Its address at the image host. Stored first, so that it is uploaded once. */
  uploadedTo?: string
  /** How often the image host has rejected it, and the last reason. */
  refusals?: number
  reason?: string
}

const MOST_REFUSALS = 5

/** Whether the image host has rejected a picture too often to try again automatically. */
export function isGivenUp({ refusals = 0 }: Waiting): boolean {
  return refusals >= MOST_REFUSALS
}

const store = pageStore('gearheads-outbox', 'pictures')

let shown: ReadonlyMap<string, Waiting> = new Map()
const listeners = new Set<() => void>()
let channel: ReturnType<typeof openChannel> | undefined

/** The waiting pictures of all users of this device. */
export function waitingPictures(): Promise<Waiting[]> {
  return values(store)
}

export async function putWaiting(picture: Waiting): Promise<void> {
  await set(picture.url, picture, store)
  await publish()
}

export async function removeWaiting(url: string): Promise<void> {
  await del(url, store)
  await publish()
}

/** For `useSyncExternalStore`: the entry of the picture at `url`, if it waits. */
export function waitingAt(url: string | undefined): Waiting | undefined {
  return url === undefined ? undefined : shown.get(url)
}

/** Allow one more attempt at a picture that was given up. */
export async function allowAttempt(waiting: Waiting): Promise<void> {
  await putWaiting({ ...waiting, refusals: MOST_REFUSALS - 1 })
}

/** Subscribe to changes by this tab and others. */
export function onWaiting(listener: () => void): () => void {
  if (!channel) {
    channel = openChannel('gearheads-outbox')
    channel.addEventListener('message', refresh)
    refresh()
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function publish(): Promise<void> {
  channel?.postMessage('changed')
  await refresh()
}

async function refresh(): Promise<void> {
  // A browser that cannot open the database has no waiting pictures.
  const waiting = await waitingPictures().catch(() => [])
  shown = new Map(waiting.map((one) => [one.url, one]))
  for (const listener of listeners) listener()
}
