import { createStore, entries, promisifyRequest, type UseStore } from 'idb-keyval'
import { beforeReload } from '../../pwa/reload.ts'
import { sheltered, shelterUntil } from './shelter.ts'

/** What somebody was writing, and the picture that goes with it. */
export type Draft = {
  text: string
  picture?: {
    blob: Blob
    note?: string
    /** Where it is since it was uploaded: a second try does not upload it again. */
    url?: string
  }
}

/** A crash loses what was typed in so short a time at most. */
const SAVE_AFTER_MS = 250

/*
 * All drafts are in memory, so that a screen shows them at once and typing waits for nothing;
 * IndexedDB, which takes pictures too, follows. Of two tabs that write in one place, the last wins.
 */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
const unsaved = new Set<string>()
let store: UseStore | undefined
let loaded: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Read the drafts of an earlier visit. Wait for it before a screen shows a place to write. */
export function loadDrafts(): Promise<void> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<void> {
  store = createStore('gearheads-drafts', 'drafts')
  // Without storage people can write all the same.
  const saved = await entries<string, Draft>(store).catch(() => [])
  for (const [key, draft] of saved) drafts.set(key, draft)
  for (const [key, text] of sheltered()) {
    drafts.set(key, { ...drafts.get(key), text })
    unsaved.add(key)
  }
  // The last moments at which a page is sure to run, on a phone too.
  addEventListener('pagehide', saveDrafts)
  document.addEventListener('visibilitychange', saveDrafts)
  beforeReload(saveDrafts)
}

/** @param key `<user's _id>/<place>` */
export function readDraft(key: string): Draft | undefined {
  return drafts.get(key)
}

/** Keep a draft, or forget it: one that says nothing is none. */
export function writeDraft(key: string, draft: Draft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  unsaved.add(key)
  // Not put off by every key: who types on and on is saved too.
  timer ??= setTimeout(saveDrafts, SAVE_AFTER_MS)
  for (const listener of listeners) listener()
}

export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forget all that a user was writing. */
export async function forgetDrafts(userId: string): Promise<void> {
  await loadDrafts()
  const own = [...drafts.keys()].filter((key) => key.startsWith(`${userId}/`))
  for (const key of own) writeDraft(key, undefined)
  await saveDrafts()
}

/** Save at once what is not saved yet; on a full device, the text of it at least. */
export async function saveDrafts(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const keys = [...unsaved]
  if (keys.length === 0) return
  unsaved.clear()
  const isSaved = await shelterUntil(() => save(keys), keys, readText)
  if (!isSaved) for (const key of keys) unsaved.add(key)
}

async function save(keys: readonly string[]): Promise<void> {
  await store?.('readwrite', (saved) => {
    for (const key of keys) {
      const draft = drafts.get(key)
      if (draft) saved.put(draft, key)
      else saved.delete(key)
    }
    // Said outright, since a page that is going away does not live to see its puts succeed.
    saved.transaction.commit()
    return promisifyRequest(saved.transaction)
  })
}

const readText = (key: string) => drafts.get(key)?.text
