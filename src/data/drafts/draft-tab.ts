import { holdForPage, lockNames, TAB } from '../../client/tabs.ts'
import { localStore, sessionStore } from '../../pwa/web-storage.ts'

/*
 * The tab that a draft belongs to. A tab keeps its name across reloads: the page that leaves passes it to
 * the next one in session storage. A tab holds a Web Lock while one of its pages is loaded. Between two
 * pages it holds none, so the page that leaves reserves the name in local storage for a while.
 */
const LOCK = 'gearheads-drafts/'
const LEFT = 'gearheads-drafts-left'
const RESERVED = 'gearheads-drafts-reserved/'
/** A page that leaves may be reloading or closing: how long the next page of its tab can take. */
const LEFT_MS = 5_000
/** The same for a reload by the app itself, such as an update, in which all tabs load at once. */
const RELOAD_MS = 60_000

let name = TAB
let reserveMs = LEFT_MS
/** Whether this page follows another one in its tab. */
let isNext = false
/** Tabs that had left when this page started, while no other tab was open: nothing is reserved for them. */
const abandoned = new Set<string>()

/** The name under which this tab stores its drafts. */
export function draftTab(): string {
  return name
}

/** Take the name of the previous page in this tab, if there was one, and hold the tab's lock. */
export function enterTab(): void {
  const left = sessionStore.get(LEFT)
  sessionStore.remove(LEFT)
  isNext = left !== undefined
  // Of two copies of a tab, only the first takes the name.
  if (left && /^\d+$/.test(localStore.get(RESERVED + left) ?? '')) {
    name = left
    // Stays reserved: another tab may have looked for the lock just before it was requested.
    localStore.set(RESERVED + left, `${Date.now() + LEFT_MS} taken`)
  }
  holdForPage(LOCK + name)
}

/** Pass the name on to the next page in this tab. */
export function leaveTab(): void {
  if (sessionStore.set(LEFT, name)) localStore.set(RESERVED + name, `${Date.now() + reserveMs}`)
}

/** The app is about to reload this page: reserve the name for longer. */
export function expectReload(): void {
  reserveMs = RELOAD_MS
}

/** Find out which tabs are gone. Read the drafts before: a tab holds its lock before it saves any. */
export async function readTabs(tabs: Iterable<string>, isStart = false) {
  const locks = await lockNames()
  const others = [...locks].filter((lock) => lock.startsWith(LOCK) && lock !== LOCK + name)
  // After the locks: a page reserves its name before its lock is released.
  const reservations = new Map(
    localStore
      .keys(RESERVED)
      .map((key) => [
        key.slice(RESERVED.length),
        Number.parseInt(localStore.get(key) ?? '', 10) || 0,
      ]),
  )
  if (isStart && !isNext && others.length === 0) {
    for (const tab of reservations.keys()) abandoned.add(tab)
  }
  const known = new Set(tabs)
  for (const [tab, until] of reservations) {
    if (until < Date.now() && !known.has(tab)) localStore.remove(RESERVED + tab)
  }
  const endOf = (tab: string) => (abandoned.has(tab) ? 0 : (reservations.get(tab) ?? 0))
  const isOpen = (tab: string) => tab === name || locks.has(LOCK + tab)
  return {
    isGone: (tab: string) => !isOpen(tab) && endOf(tab) <= Date.now(),
    /** When the first reservation of a tab that is not open ends, in ms since 1970. */
    nextEnd: Math.min(
      ...[...known].filter((tab) => !isOpen(tab) && endOf(tab) > Date.now()).map(endOf),
    ),
  }
}
