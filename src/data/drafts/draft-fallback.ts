import { localStore } from '../../pwa/web-storage.ts'
import { type Draft, draftOf } from './draft.ts'

/*
 * Local storage is written synchronously and has a separate quota. It has a copy of a draft, without the pixels of
 * its pictures, while IndexedDB saves the draft, or if IndexedDB is full.
 */
const PREFIX = 'gearheads-draft/'

/** Store these drafts until `save` has succeeded. @returns whether it did */
export async function fallbackUntil(
  save: () => Promise<void>,
  drafts: ReadonlyMap<string, Draft | undefined>,
): Promise<boolean> {
  const texts = [...drafts].map(([id, draft]) => [id, draft && toText(draft)] as const)
  for (const [id, text] of texts) {
    if (text) localStore.set(PREFIX + id, text)
    else removeFallback(id)
  }
  try {
    await save()
    // A text typed meanwhile belongs to the next save.
    for (const [id, text] of texts) if (localStore.get(PREFIX + id) === text) removeFallback(id)
    return true
  } catch (error) {
    console.warn('A draft could not be saved', error)
    return false
  }
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
  const { pictures = [], ...rest } = parse(text)
  if (pictures.length === 0) return rest
  const kept = pictures.flatMap((picture) => {
    const blob = saved?.pictures?.find(({ id: one }) => one === picture.id)?.blob
    // One that is posted already has no pixels here.
    return blob || picture.id === picture.url ? { ...picture, blob } : []
  })
  const hasLostPicture = kept.length < pictures.length || undefined
  return { ...rest, pictures: kept.length > 0 ? kept : undefined, hasLostPicture }
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

function toText({ pictures, ...draft }: Draft): string {
  const withoutPixels = pictures?.map((picture) => ({ ...picture, blob: undefined }))
  return JSON.stringify({ ...draft, pictures: withoutPixels })
}

/** Earlier versions of the app stored the bare text. */
function parse(text: string): Draft {
  try {
    const draft = JSON.parse(text)
    if (typeof draft?.text === 'string') return draftOf(draft)
  } catch {}
  return { text }
}
