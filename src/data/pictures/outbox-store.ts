import { del, set, values } from 'idb-keyval'
import { pageStore } from '../../pwa/page-store.ts'

/** A picture that is kept on this device until its image host can be reached. */
export type Waiting = {
  /** Where it is kept: `/api/uploads/<_id>`. */
  url: string
  /** Whose it is: only they may say that it has moved. */
  userId: string
  /** Where it is since it was uploaded. Noted first, so that it is uploaded once. */
  uploadedTo?: string
  /** How often the image host has refused it, and why it did the last time. */
  refusals?: number
  reason?: string
}

const MOST_REFUSALS = 5

/** Whether the image host has refused a picture so often that it is not tried again unasked. */
export function isGivenUp({ refusals = 0 }: Waiting): boolean {
  return refusals >= MOST_REFUSALS
}

const store = pageStore('gearheads-outbox', 'pictures')

let shown: ReadonlyMap<string, Waiting> = new Map()
const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** The pictures that wait, of every user of this device. */
export function waitingPictures(): Promise<Waiting[]> {
  return values(store)
}

export async function putWaiting(picture: Waiting): Promise<void> {
  await set(picture.url, picture, store)
  await announce()
}

export async function removeWaiting(url: string): Promise<void> {
  await del(url, store)
  await announce()
}

/** For `useSyncExternalStore`: the entry of the picture at `url`, if it waits. */
export function waitingAt(url: string | undefined): Waiting | undefined {
  return url === undefined ? undefined : shown.get(url)
}

/** Let the image host have one more attempt at a picture that it refused. */
export async function allowAttempt(waiting: Waiting): Promise<void> {
  await putWaiting({ ...waiting, refusals: MOST_REFUSALS - 1 })
}

/** Hear of every change, made in this tab or in another. */
export function onWaiting(listener: () => void): () => void {
  if (!channel) {
    channel = new BroadcastChannel('gearheads-outbox')
    channel.onmessage = refresh
    refresh()
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function announce(): Promise<void> {
  channel?.postMessage('changed')
  await refresh()
}

async function refresh(): Promise<void> {
  // A browser that has no room for a database has none waiting in it.
  const waiting = await waitingPictures().catch(() => [])
  shown = new Map(waiting.map((one) => [one.url, one]))
  for (const listener of listeners) listener()
}
