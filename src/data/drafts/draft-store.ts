import { entries, get, promisifyRequest } from 'idb-keyval'
import { withLock } from '../../client/tabs.ts'
import { pageStore } from '../../pwa/page-store.ts'
import { beforeReload } from '../../pwa/reload.ts'
import {
  fallbackIds,
  fallbackUntil,
  hasFallback,
  removeFallback,
  withFallback,
  withFallbacks,
} from './draft-fallback.ts'
import { draftTab, enterTab, expectReload, leaveTab, readTabs } from './draft-tab.ts'

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
 * A stored draft belongs to one tab (`draft-tab.ts`): its id is `<user's _id>/<place>@<tab>`, and only that
 * tab writes it or removes it. A draft whose tab is gone is an orphan; the next tab that shows its place, and
 * has no text of its own there, adopts it. So no tab overwrites or deletes the text of another, and none is lost.
 */
const own = new Map<string, Draft>()
/** The latest orphan of each key that was found. */
const orphans = new Map<string, { id: string; draft: Draft }>()
/** By key, the id under which an adopted draft was stored: it goes when the draft is saved. */
const adopted = new Map<string, string>()
const unsaved = new Set<string>()
/** The keys whose draft was sent or discarded: an orphan of that place can be shown when it is opened again. */
const emptied = new Set<string>()
const listeners = new Set<() => void>()
const store = pageStore('gearheads-drafts', 'drafts')
let loaded: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Runs when a reservation ends. */
let nextSearch: ReturnType<typeof setTimeout> | undefined
/** The session is over: nothing is stored any more until the page is loaded again. */
let isOver = false

const LOCK = 'gearheads-drafts'
const idOf = (key: string) => `${key}@${draftTab()}`
/** Drafts of earlier versions of the app have no tab. */
const tabOf = (id: string) => id.split('@')[1] ?? ''

/** Read the drafts of earlier pages. Wait for it before a screen shows a place to write. */
export function loadDrafts(): Promise<void> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<void> {
  enterTab()
  // The last moments at which a page is sure to run, on a phone too.
  addEventListener('pagehide', () => {
    saveDrafts()
    if (!isOver) leaveTab()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveDrafts()
    // Another tab may have been closed.
    else searchAgain()
  })
  beforeReload(() => {
    expectReload()
    return saveDrafts()
  })
  await findDrafts(true)
}

/** Find the drafts of tabs that are gone and, at the start of the page, those of this tab. */
async function findDrafts(isStart = false): Promise<void> {
  // Without storage people can write all the same.
  const saved = await entries<string, Draft>(store).catch(() => [])
  const drafts = withFallbacks(saved)
  const tabs = await readTabs([...drafts.keys()].map(tabOf), isStart)
  if (isOver) return
  const isMine = ([id]: [string, Draft]) => tabOf(id) === draftTab()
  if (isStart) for (const [id, draft] of [...drafts].filter(isMine)) restore(id, draft)
  orphans.clear()
  const adoptedIds = new Set(adopted.values())
  // Ids sort by tab, and tabs by the time at which they were opened: the latest wins.
  for (const [id, draft] of [...drafts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [key = ''] = id.split('@')
    if (own.has(key) || adoptedIds.has(id) || !tabs.isGone(tabOf(id))) continue
    orphans.set(key, { id, draft })
  }
  clearTimeout(nextSearch)
  if (Number.isFinite(tabs.nextEnd)) {
    nextSearch = setTimeout(searchAgain, tabs.nextEnd - Date.now() + 1)
  }
  notify()
}

/** Without locks nobody knows which tabs are gone, and the draft of an open tab stays its own. */
async function searchAgain(): Promise<void> {
  try {
    if (document.visibilityState !== 'hidden' && navigator.locks) await findDrafts()
  } catch (error) {
    // Nobody waits for this search: the drafts that are shown stay as they are.
    console.warn('Drafts of other tabs could not be read', error)
  }
}

function restore(id: string, draft: Draft): void {
  const [key = ''] = id.split('@')
  if (own.has(key)) return
  own.set(key, draft)
  // The page before did not live to see it saved.
  if (hasFallback(id)) saveSoon(key)
}

/** A place to write is opened: after a draft was sent or discarded there, show an orphan that waits. */
export function openDraft(key: string): void {
  if (emptied.delete(key) && !own.has(key)) searchAgain()
}

/** @param key `<user's _id>/<place>` */
export function readDraft(key: string): Draft | undefined {
  return own.get(key) ?? orphans.get(key)?.draft
}

/** Store a draft, or remove it. */
export function writeDraft(key: string, draft: Draft | undefined): void {
  if (isOver) return
  adoptDraft(key)
  if (draft) {
    own.set(key, draft)
  } else {
    own.delete(key)
    emptied.add(key)
  }
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
  const isMine = await withLock(LOCK, () => takeOver(key, id, draft))
  if (isMine || isOver) return
  // Another tab has it. A text that was typed here since stays; else the next orphan takes its place.
  if (own.get(key) === draft) own.delete(key)
  await findDrafts()
  await adoptDraft(key)
}

/** @returns false if the draft is gone or its tab is open again */
async function takeOver(key: string, id: string, shown: Draft): Promise<boolean> {
  // Its tab may have been back since. A browser without storage has no drafts of other tabs.
  const stored = await get<Draft>(id, store).then(
    (saved) => withFallback(id, saved),
    () => shown,
  )
  const tabs = await readTabs([tabOf(id)])
  if (!stored || isOver || !tabs.isGone(tabOf(id))) return false
  if (own.get(key) === shown) own.set(key, stored)
  adopted.set(key, id)
  unsaved.add(key)
  notify()
  await saveDrafts()
  return true
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
  await store('readwrite', (saved) => {
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
