import { entries, get, promisifyRequest } from 'idb-keyval'
import { leaving } from '../../client/session.ts'
import { withLock } from '../../client/tabs.ts'
import { observable } from '../../pwa/observable.ts'
import { pageStore } from '../../pwa/page-store.ts'
import { beforeReload } from '../../pwa/reload.ts'
import { type Draft, draftOf, picturesOf, type StoredDraft } from './draft.ts'
import {
  type Failure,
  fallbackIds,
  hasFallback,
  removeFallback,
  saveWithFallback,
  withFallback,
  withFallbacks,
} from './draft-fallback.ts'
import { draftTab, enterTab, leaveTab, onTabLeft, RETURNS_WITHIN, readTabs } from './draft-tab.ts'

/** A crash loses at most the text that was typed in this time. */
const SAVE_AFTER_MS = 250
/**
 * While pictures are made small. The chosen files are stored already, and every save would write all of them again: ten
 * photos of 4 MB are 220 MB.
 */
const SAVE_PREPARING_AFTER_MS = 3000

/*
 * All drafts are in memory, so that screens show them at once and typing never waits. They are saved to
 * IndexedDB, which stores pictures too.
 *
 * A stored draft belongs to one tab (`draft-tab.ts`): its id is `<user's _id>/<place>@<tab>`, and only that
 * tab writes it or removes it. A draft whose tab is gone is an orphan. The next tab that shows its place, and
 * does not have a draft there itself, adopts it. So no tab overwrites or deletes the draft of another.
 */
export const own = new Map<string, Draft>()
/** The latest orphan by key. */
const orphans = new Map<string, { id: string; draft: Draft }>()
/** The former ids of adopted drafts by key. They are removed when the draft is saved. */
const adopted = new Map<string, string>()
const unsaved = new Set<string>()
/** Why the last save of a key failed. Local storage has its text. */
const failed = new Map<string, Failure>()
/** The keys whose draft was sent or discarded. When its place is opened again, it can show an orphan. */
const emptied = new Set<string>()
/** Counts the changes to the drafts that are shown. */
const changes = observable(0)
export const store = pageStore('gearheads-drafts', 'drafts')
let loaded: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** When the timer ends, in ms since 1970. */
let savesAt = 0
/** Runs when no tab that has left can come back any more. */
let nextSearch: ReturnType<typeof setTimeout> | undefined
/** The session is over: no draft is stored until the page is loaded again. */
let isOver = false

const LOCK = 'gearheads-drafts'
const idOf = (key: string) => `${key}@${draftTab()}`
/** Drafts of earlier versions of the app have no tab. */
const tabOf = (id: string) => id.split('@')[1] ?? ''

/** Read the drafts of earlier pages. Await it before a screen shows a text field. */
export function loadDrafts(): Promise<void> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<void> {
  const entering = enterTab()
  // The last events that a page receives for certain, on a phone too.
  addEventListener('pagehide', () => {
    saveDrafts()
    if (!isOver) leaveTab()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveDrafts()
    // Another tab may have been closed.
    else searchAgain()
  })
  // Two windows can be visible at the same time.
  onTabLeft(searchAgain)
  beforeReload(saveDrafts)
  await entering
  await findDrafts(true)
}

/** Find the drafts of tabs that are gone and, at the start of the page, those of this tab. */
async function findDrafts(isStart = false): Promise<void> {
  // Without storage, drafts are in memory only.
  const saved = await entries<string, StoredDraft>(store).catch(() => [])
  const drafts = withFallbacks(saved.map(([id, draft]) => [id, draftOf(draft)]))
  const tabs = await readTabs()
  // Without Web Locks, only at the start: there is no other way to know which tabs are gone.
  if (isOver || !(isStart || tabs.isKnown)) return
  if (isStart) restoreOwn(drafts)
  orphans.clear()
  const adoptedIds = new Set(adopted.values())
  // Tabs sort by the time at which they were opened, so that the latest wins.
  for (const [id, draft] of [...drafts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [key = ''] = id.split('@')
    if (own.has(key) || adoptedIds.has(id) || !tabs.isGone(tabOf(id))) continue
    orphans.set(key, { id, draft })
  }
  clearTimeout(nextSearch)
  if (tabs.mayReturn) nextSearch = setTimeout(searchAgain, RETURNS_WITHIN)
  notify()
}

async function searchAgain(): Promise<void> {
  try {
    if (document.visibilityState !== 'hidden') await findDrafts()
  } catch (error) {
    // The drafts that are shown stay as they are.
    console.warn('Drafts of other tabs could not be read', error)
  }
}

function restoreOwn(drafts: ReadonlyMap<string, Draft>): void {
  for (const [id, draft] of drafts) {
    const [key = '', name] = id.split('@')
    if (name !== draftTab() || own.has(key)) continue
    own.set(key, draft)
    // The previous page ended before it was saved.
    if (hasFallback(id)) saveSoon(key)
  }
}

/** Call it when a text field is opened. It can show an orphan if its draft was sent or discarded. */
export function openDraft(key: string): void {
  if (emptied.delete(key) && !own.has(key)) searchAgain()
}

/** @param key `<user's _id>/<place>` */
export function readDraft(key: string): Draft | undefined {
  return own.get(key) ?? orphans.get(key)?.draft
}

/** Why a draft could not be saved with its picture, which then ends with the page (R10.15): the device is full, or the browser refuses. */
export function failureOf(key: string): Failure | undefined {
  return failed.get(key)
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

/** Make the orphan that is shown for `key`, if any, a draft of this tab. */
export async function adoptDraft(key: string): Promise<void> {
  const orphan = orphans.get(key)
  if (!orphan || own.has(key) || isOver) return
  const { id, draft } = orphan
  orphans.delete(key)
  own.set(key, draft)
  const isMine = await withLock(LOCK, () => takeOver(key, id, draft))
  if (isMine || isOver) return
  // Another tab has adopted it. A text that was typed here stays, else the next orphan takes its place.
  if (own.get(key) === draft) own.delete(key)
  await findDrafts()
  await adoptDraft(key)
}

/** @returns false if the draft is gone or its tab is open again */
async function takeOver(key: string, id: string, shown: Draft): Promise<boolean> {
  // Its tab may have come back and changed it.
  const stored = await get<StoredDraft>(id, store).then(
    (saved) => withFallback(id, saved && draftOf(saved)),
    () => shown,
  )
  const tabs = await readTabs()
  if (!stored || isOver || !tabs.isGone(tabOf(id))) return false
  if (own.get(key) === shown) own.set(key, stored)
  adopted.set(key, id)
  unsaved.add(key)
  notify()
  await saveDrafts()
  return true
}

export const onDrafts = changes.subscribe

leaving.signal.addEventListener('abort', stopSaving)

function stopSaving(): void {
  isOver = true
  clearTimeout(timer)
  unsaved.clear()
}

/** Remove the drafts of a user in all tabs, and store none until the page is loaded again. */
export async function forgetDrafts(userId: string): Promise<void> {
  stopSaving()
  own.clear()
  orphans.clear()
  for (const id of fallbackIds(`${userId}/`)) removeFallback(id)
  await store('readwrite', (saved) => {
    saved.delete(IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`))
    return promisifyRequest(saved.transaction)
  })
}

/**
 * Save all drafts that have changed. When this returns, local storage has their texts. When the promise
 * resolves, IndexedDB has them with their pictures, unless the device is full.
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
  const failure = await saveWithFallback(store, drafts)
  if (isOver) return
  for (const key of keys) {
    if (failure) {
      unsaved.add(key)
      failed.set(key, failure)
    } else {
      adopted.delete(key)
      failed.delete(key)
    }
  }
  notify()
}

function saveSoon(key: string): void {
  unsaved.add(key)
  const draft = own.get(key)
  const isPreparing = draft && picturesOf(draft).some(({ isRaw }) => isRaw)
  const wait = isPreparing ? SAVE_PREPARING_AFTER_MS : SAVE_AFTER_MS
  // Throttled, not debounced: continuous typing is saved, too.
  if (timer !== undefined && savesAt <= Date.now() + wait) return
  clearTimeout(timer)
  savesAt = Date.now() + wait
  timer = setTimeout(saveDrafts, wait)
}

function notify(): void {
  changes.set(changes.get() + 1)
}
