import { localStore } from '../../pwa/web-storage.ts'
import type { Draft } from './draft.ts'

/*
 * Local storage is written synchronously and has a separate quota. It has a copy of a draft, without the pixels of
 * its picture, while IndexedDB saves the draft, or if IndexedDB is full.
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
  const { picture, ...rest } = parse(text)
  const blob = saved?.picture?.blob
  if (!picture) return rest
  return blob ? { ...rest, picture: { ...picture, blob } } : { ...rest, hasLostPicture: true }
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

function toText({ picture, ...draft }: Draft): string {
  return JSON.stringify({ ...draft, picture: picture && { ...picture, blob: undefined } })
}

/** Earlier versions of the app stored the bare text. */
function parse(text: string): Draft {
  try {
    const draft = JSON.parse(text)
    if (typeof draft?.text === 'string') return draft
  } catch {}
  return { text }
}
