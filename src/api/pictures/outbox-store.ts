import { createStore, del, set, type UseStore, values } from 'idb-keyval'

/** A picture that is kept on this device until its image host can be reached. */
export type Waiting = {
  /** Where it is kept: `/api/uploads/<_id>`. */
  url: string
  /** Whose it is: only they may say that it has moved. */
  userId: string
  /** Where it is since it was uploaded. Noted first, so that it is uploaded once. */
  uploadedTo?: string
}

let store: UseStore | undefined
// Opened at first use: most people never need it.
const opened = () => {
  store ??= createStore('gearheads-outbox', 'pictures')
  return store
}

let urls: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** The pictures that wait, of every user of this device. */
export function waitingPictures(): Promise<Waiting[]> {
  return values(opened())
}

export async function putWaiting(picture: Waiting): Promise<void> {
  await set(picture.url, picture, opened())
  await announce()
}

export async function removeWaiting(url: string): Promise<void> {
  await del(url, opened())
  await announce()
}

/** For `useSyncExternalStore`: whether the picture at `url` waits, as last heard. */
export function isWaiting(url: string | undefined): boolean {
  return url !== undefined && urls.has(url)
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
  urls = new Set((await waitingPictures().catch(() => [])).map(({ url }) => url))
  for (const listener of listeners) listener()
}
