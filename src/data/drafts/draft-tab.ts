import { holdForPage, lockNames, TAB } from '../../client/tabs.ts'
import { scoped } from '../../pwa/scoped.ts'
import { localStore, sessionStore } from '../../pwa/web-storage.ts'

/*
 * The tab that a draft belongs to. Its name is in session storage, so it stays the same across reloads. While a page of
 * the tab is loaded, it holds a Web Lock with that name. Between two pages it holds none: a page that leaves notes the
 * time in local storage, and for ten seconds the tab does not count as gone.
 */
const LOCK = 'gearheads-drafts/'
const NAME = scoped('gearheads-drafts-tab')
const LEFT = scoped('gearheads-drafts-left/')
/** A page that leaves may be reloading or closing: how long the next page of its tab can take, in ms. */
export const RETURNS_WITHIN = 10_000

let name = TAB

/** The name under which this tab stores its drafts. */
export function draftTab(): string {
  return name
}

/** Takes the name of the previous page in this tab, if that has left, and holds the tab's lock. */
export async function enterTab(): Promise<void> {
  const before = sessionStore.get(NAME)
  // Else it is a copy of an open tab, or the second copy of a tab that was left.
  if (before && localStore.get(LEFT + before)) name = before
  sessionStore.set(NAME, name)
  // The lock first: another tab that does not see the note any more sees the lock.
  holdForPage(LOCK + name)
  localStore.remove(LEFT + name)
  const others = [...(await lockNames())].filter(
    (lock) => lock.startsWith(LOCK) && lock !== LOCK + name,
  )
  // Nobody is coming back, unless this page itself is one of several that are loaded again at the same time.
  if (others.length === 0 && name !== before) {
    for (const key of localStore.keys(LEFT)) localStore.remove(key)
  }
}

/** Notes that the next page of this tab may come. */
export function leaveTab(): void {
  localStore.set(LEFT + name, String(Date.now()))
}

/** Calls back when another tab leaves, and may be gone. */
export function onTabLeft(found: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(LEFT) && newValue) found()
  })
}

/** Finds out which tabs are gone. Read the drafts before: a tab holds its lock before it saves any. */
export async function readTabs() {
  // Before and after the locks: a page notes that it leaves before it releases its lock, and takes its note back after it
  // has requested its own.
  const before = leftTabs()
  const locks = await lockNames()
  const returning = before.union(leftTabs())
  return {
    /** Whether the locks tell which tabs are open. If they do not work, this page's own is missing, too. */
    isKnown: locks.has(LOCK + name),
    isGone: (tab: string) => tab !== name && !locks.has(LOCK + tab) && !returning.has(tab),
    /** Whether some may still come back. */
    mayReturn: returning.size > 0,
  }
}

/** The tabs that left so recently that they may come back. */
function leftTabs(): Set<string> {
  const recent = localStore.keys(LEFT).filter((key) => {
    const isRecent = Date.now() - Number(localStore.get(key)) < RETURNS_WITHIN
    if (!isRecent) localStore.remove(key)
    return isRecent
  })
  return new Set(recent.map((key) => key.slice(LEFT.length)))
}
