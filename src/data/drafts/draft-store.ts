import { createStore, entries, get, promisifyRequest, type UseStore } from 'idb-keyval'
import { holdForPage, lockNames, withLock } from '../../client/locks.ts'
import { TAB } from '../../client/tab.ts'
import { beforeReload } from '../../pwa/reload.ts'
import { sessionStore } from '../../pwa/web-storage.ts'
import {
  fallbackIds,
  fallbackUntil,
  hasFallback,
  removeFallback,
  withFallbacks,
} from './draft-fallback.ts'

/** A picture that goes with a text. */
export type DraftPicture = {
  blob: Blob
  note?: string
  /** The `Idempotency-Key` of its upload. */
  key?: string
  /** Its address once it is uploaded, so that the next attempt does not upload it again. */
  url?: string
  /** When it was uploaded, in ms since 1970. */
  uploadedAt?: number
}

/** An unsent text with its picture. */
export type Draft = {
  text: string
  picture?: DraftPicture
  /** The last attempt to send it: the same content goes out under the same `Idempotency-Key`. */
  sent?: { key: string; content: string; imageUrl?: string }
}

/** A crash loses what was typed in so short a time at most. */
const SAVE_AFTER_MS = 250

/*
 * All drafts are in memory, so that a screen shows them at once and typing waits for nothing; IndexedDB,
 * which takes pictures too, follows.
 *
 * A stored draft belongs to one tab: its id is `<user's _id>/<place>@<tab>`, and only that tab writes it
 * or removes it. A tab holds a Web Lock while it lives. A draft whose tab is gone is an orphan; the next
 * tab that shows its place adopts it. So no tab overwrites or deletes the text of another, and none is lost.
 */
const own = new Map<string, Draft>()
/** The latest orphan of each key that was found. */
const orphans = new Map<string, { id: string; draft: Draft }>()
/** By key, the id under which an adopted draft was stored: it goes when the draft is saved. */
const adopted = new Map<string, string>()
const unsaved = new Set<string>()
const listeners = new Set<() => void>()
let store: UseStore | undefined
let loaded: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** The session is over: nothing is stored any more until the page is loaded again. */
let isOver = false

const LOCK = 'gearheads-drafts'
/** In session storage: the page that was here before in this tab, whose lock may outlive it a little. */
const LEFT = 'gearheads-drafts-left'
const idOf = (key: string) => `${key}@${TAB}`

/** Read the drafts of earlier pages. Wait for it before a screen shows a place to write. */
export function loadDrafts(): Promise<void> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<void> {
  store = createStore('gearheads-drafts', 'drafts')
  holdForPage(`${LOCK}/${TAB}`)
  const left = sessionStore.get(LEFT)
  sessionStore.remove(LEFT)
  await findOrphans(left)
  // The last moments at which a page is sure to run, on a phone too.
  addEventListener('pagehide', () => {
    if (!isOver) sessionStore.set(LEFT, TAB)
    saveDrafts()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveDrafts()
    // Another tab may have been closed. Without locks nobody knows, and a living tab's draft stays its own.
    else if (navigator.locks) findOrphans()
  })
  beforeReload(saveDrafts)
}

/** @param gone a tab that is known to be gone, whether or not its lock is still there */
async function findOrphans(gone?: string): Promise<void> {
  // Without storage people can write all the same.
  const saved = await entries<string, Draft>(store).catch(() => [])
  const drafts = withFallbacks(saved)
  // After the drafts: every tab among them had its lock before it saved.
  const locks = await lockNames()
  if (isOver) return
  orphans.clear()
  // Ids sort by tab, and tabs by the time at which they were opened: the latest wins.
  for (const id of [...drafts.keys()].sort()) {
    const [key = '', tab] = id.split('@')
    const draft = drafts.get(id)
    const isAlive = tab === TAB || (tab !== gone && locks.has(`${LOCK}/${tab}`))
    if (draft && !isAlive && !own.has(key)) orphans.set(key, { id, draft })
  }
  notify()
}

/** @param key `<user's _id>/<place>` */
export function readDraft(key: string): Draft | undefined {
  return own.get(key) ?? orphans.get(key)?.draft
}

/** Store a draft, or remove it. */
export function writeDraft(key: string, draft: Draft | undefined): void {
  if (isOver) return
  adoptDraft(key)
  if (draft) own.set(key, draft)
  else own.delete(key)
  saveSoon(key)
  notify()
}

/** Make the orphan that is shown for `key`, if there is one, a draft of this tab. */
export async function adoptDraft(key: string): Promise<void> {
  const orphan = orphans.get(key)
  if (!orphan || own.has(key) || isOver) return
  const { id, draft } = orphan
  orphans.delete(key)
  own.set(key, draft)
  adopted.set(key, id)
  const isMine = await withLock(LOCK, async () => {
    // A browser without storage has no other tab's drafts either.
    const isThere = hasFallback(id) || (await get(id, store).catch(() => true)) !== undefined
    if (!isThere || isOver) return false
    unsaved.add(key)
    await saveDrafts()
    return true
  })
  // Another tab was faster, and has it. What was typed here since is this tab's.
  if (isMine || own.get(key) !== draft) return
  own.delete(key)
  notify()
}

export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remove every draft of a user, those of other tabs too, and store none until the page is loaded again. */
export async function forgetDrafts(userId: string): Promise<void> {
  isOver = true
  clearTimeout(timer)
  own.clear()
  orphans.clear()
  unsaved.clear()
  for (const id of fallbackIds(`${userId}/`)) removeFallback(id)
  store ??= createStore('gearheads-drafts', 'drafts')
  await store('readwrite', (saved) => {
    saved.delete(IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`))
    return promisifyRequest(saved.transaction)
  })
}

/**
 * Save at once what is not saved yet. When this returns, local storage has it; when the promise
 * resolves, IndexedDB does, pictures too, unless the device is full.
 */
export async function saveDrafts(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const keys = [...unsaved]
  if (keys.length === 0) return
  unsaved.clear()
  const drafts = new Map<string, Draft | undefined>()
  for (const key of keys) {
    drafts.set(idOf(key), own.get(key))
    const before = adopted.get(key)
    if (before) drafts.set(before, undefined)
  }
  const isSaved = await fallbackUntil(() => save(drafts), drafts)
  if (isOver) return
  for (const key of keys) {
    if (isSaved) adopted.delete(key)
    else unsaved.add(key)
  }
}

async function save(drafts: ReadonlyMap<string, Draft | undefined>): Promise<void> {
  await store?.('readwrite', (saved) => {
    for (const [id, draft] of drafts) {
      if (draft) saved.put(draft, id)
      else saved.delete(id)
    }
    // Said outright, since a page that is going away does not live to see its puts succeed.
    saved.transaction.commit()
    return promisifyRequest(saved.transaction)
  })
}

function saveSoon(key: string): void {
  unsaved.add(key)
  // Not put off by every key: who types on and on is saved too.
  timer ??= setTimeout(saveDrafts, SAVE_AFTER_MS)
}

function notify(): void {
  for (const listener of listeners) listener()
}
