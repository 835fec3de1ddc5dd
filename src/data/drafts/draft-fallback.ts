import { del, get, promisifyRequest, type UseStore } from 'idb-keyval'
import { scoped } from '../../pwa/scoped.ts'
import { localStore } from '../../pwa/web-storage.ts'
import {
  type Draft,
  draftOf,
  mapPictures,
  picturesOf,
  type StoredDraft,
  withBytes,
} from './draft.ts'

/*
 * Local storage is written synchronously and has a separate quota. It has a copy of a draft, without the pixels of
 * its pictures, while IndexedDB saves the draft, or if IndexedDB is full.
 */
const PREFIX = scoped('gearheads-draft/')

/** Why a draft is not saved: the device is full, or the browser refuses. */
export type Failure = 'full' | 'refused'

/** Save drafts to IndexedDB, and store them here until that has succeeded. @returns why it failed */
export async function saveWithFallback(
  store: UseStore,
  drafts: ReadonlyMap<string, Draft | undefined>,
): Promise<Failure | undefined> {
  const texts = [...drafts].map(([id, draft]) => [id, draft && toText(draft)] as const)
  for (const [id, text] of texts) {
    if (text) localStore.set(PREFIX + id, text)
    else removeFallback(id)
  }
  try {
    await save(store, drafts)
    // A text typed meanwhile belongs to the next save.
    for (const [id, text] of texts) if (localStore.get(PREFIX + id) === text) removeFallback(id)
    return undefined
  } catch (error) {
    console.warn('A draft could not be saved', error)
    await removeOutdated(store, drafts).catch(() => undefined)
    return isFull(error) ? 'full' : 'refused'
  }
}

/** Again with bytes in place of Blobs, if these may be the reason of a failure. */
async function save(
  store: UseStore,
  drafts: ReadonlyMap<string, Draft | undefined>,
): Promise<void> {
  const put = (all: Iterable<[string, StoredDraft | undefined]>) =>
    store('readwrite', (saved) => {
      for (const [id, draft] of all) draft ? saved.put(draft, id) : saved.delete(id)
      // Explicit, because the page may be gone before its puts succeed.
      saved.transaction.commit()
      return promisifyRequest(saved.transaction)
    })
  try {
    await put(drafts)
  } catch (error) {
    if (isFull(error)) throw error
    const bytes = [...drafts].map(
      async ([id, draft]): Promise<[string, StoredDraft | undefined]> => [
        id,
        draft && (await withBytes(draft)),
      ],
    )
    await put(await Promise.all(bytes))
  }
}

/** A picture that was removed or covered does not stay on the device because what replaces it has no room (R10.27). */
async function removeOutdated(
  store: UseStore,
  drafts: ReadonlyMap<string, Draft | undefined>,
): Promise<void> {
  for (const [id, draft] of drafts) {
    const saved = await get<StoredDraft>(id, store)
    const ids = draft && picturesOf(draft).map((one) => one.id)
    const isOutdated = saved && picturesOf(draftOf(saved)).some((one) => !ids?.includes(one.id))
    if (isOutdated) await del(id, store)
  }
}

/** WebKit ends a transaction with a Blob that it does not store without any error. */
function isFull(error: unknown): boolean {
  return (error as Error | null)?.name === 'QuotaExceededError'
}

/** The `saved` drafts by id, replaced by those that an earlier page could not save. */
export function withFallbacks(saved: [id: string, draft: Draft][]): Map<string, Draft> {
  const drafts = new Map(saved)
  for (const id of fallbackIds('')) {
    const draft = withFallback(id, drafts.get(id))
    if (draft) drafts.set(id, draft)
  }
  return drafts
}

/** The draft that an earlier page could not save, or else the `saved` one. */
export function withFallback(id: string, saved: Draft | undefined): Draft | undefined {
  const text = localStore.get(PREFIX + id)
  if (text === undefined) return saved
  const draft = parse(text)
  const stored = new Map(saved && picturesOf(saved).map((picture) => [picture.id, picture]))
  const kept = mapPictures(draft, (picture) => {
    // The pixels may still be those of the chosen file.
    const { blob, isRaw } = stored.get(picture.id) ?? {}
    // One that is posted already has no pixels here.
    return blob || picture.id === picture.url ? { ...picture, blob, isRaw } : undefined
  })
  if (picturesOf(kept).length === picturesOf(draft).length) return kept
  const queue = kept.queue?.map((one, index) => {
    const isWhole = one.pictures?.length === draft.queue?.[index]?.pictures?.length
    // Its user decides whether it is sent without the picture.
    return isWhole ? one : { ...one, isRefused: true as const }
  })
  const pictures = kept.pictures?.length ? kept.pictures : undefined
  return { ...kept, pictures, queue, hasLostPicture: true }
}

export function hasFallback(id: string): boolean {
  return localStore.get(PREFIX + id) !== undefined
}

/** The ids with a fallback that start with `prefix`. */
export function fallbackIds(prefix: string): string[] {
  return localStore.keys(PREFIX + prefix).map((key) => key.slice(PREFIX.length))
}

export function removeFallback(id: string): void {
  localStore.remove(PREFIX + id)
}

function toText(draft: Draft): string {
  return JSON.stringify(mapPictures(draft, (picture) => ({ ...picture, blob: undefined })))
}

/** Earlier versions of the app stored the bare text. */
function parse(text: string): Draft {
  try {
    const draft = JSON.parse(text)
    if (typeof draft?.text === 'string') return draftOf(draft)
  } catch {}
  return { text }
}
