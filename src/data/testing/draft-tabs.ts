import { clear, createStore } from 'idb-keyval'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/**
 * Record the timers that the code under test starts, so that none fires into a later test file.
 * @returns how to clear them
 */
export function recordTimers(): () => void {
  const { setTimeout: start } = globalThis
  const timers: ReturnType<typeof setTimeout>[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...args: Parameters<typeof start>) => {
    const timer = start(...args)
    timers.push(timer)
    return timer
  }) as typeof setTimeout)
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

type Store = typeof import('../drafts/draft-store.ts')
/** A page in a tab, with its modules and events. All tabs share the database and local storage. */
type Tab = { page: Store; lock: Lock; events: EventTarget; tabData: Map<string, string> }
type Lock = { name: string; grant: () => void }

export const database = createStore('gearheads-drafts', 'drafts')
/** Held and requested locks, in the order of the requests. */
let locks: Lock[]
export let localData: Map<string, string>
/** The first tab of a test, and its page. */
export let tab: Tab
export let page: Store

/** Every test of the file starts with one tab and no drafts. */
export function setUpTabs(): void {
  let clearTimers: () => void

  beforeEach(async () => {
    clearTimers = recordTimers()
    await clearEverything()
    vi.stubGlobal('navigator', { locks: lockManager })
    tab = await openTab()
    page = tab.page
  })
  afterEach(() => {
    clearTimers()
    vi.restoreAllMocks()
  })
  afterAll(() => vi.unstubAllGlobals())
}

/** Remove all drafts and locks. */
export async function clearEverything(): Promise<void> {
  locks = []
  localData = new Map()
  vi.stubGlobal('localStorage', storage(localData))
  await clear(database)
}

/** @param tabData session storage, which a page shares with the previous page of its tab */
export async function openTab(tabData = new Map<string, string>()): Promise<Tab> {
  vi.resetModules()
  const events = new EventTarget()
  vi.stubGlobal('document', Object.assign(events, { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('window', events)
  vi.stubGlobal('sessionStorage', storage(tabData))
  const opened = await import('../drafts/draft-store.ts')
  const before = [...locks]
  const loaded = opened.loadDrafts()
  const lock = locks.find((one) => !before.includes(one)) ?? { name: '', grant() {} }
  await loaded
  return { page: opened, lock, events, tabData }
}

/** The page is left by a reload, or because its tab is closed. */
export function hidePage({ events, tabData }: Tab): void {
  vi.stubGlobal('sessionStorage', storage(tabData))
  events.dispatchEvent(new Event('pagehide'))
}

/** The tab is closed. Its page has saved its drafts before. */
export function close(tab: Tab): void {
  hidePage(tab)
  release(tab)
}

/** The tab is closed, and another one is opened. */
export async function leave(): Promise<void> {
  close(tab)
  tab = await openTab()
  page = tab.page
}

/** Releases the lock of a page. That can happen after the next page of the tab has started. */
export const release = (tab: Tab) => remove(tab.lock)

function remove(lock: Lock): void {
  locks = locks.filter((one) => one !== lock)
  locks.find(({ name }) => name === lock.name)?.grant()
}

/** Makes a tab visible. Resolves when its page has searched for drafts of closed tabs. */
export async function lookAt({ page, events }: Tab): Promise<void> {
  const searched = nextChange(page)
  vi.stubGlobal('document', events)
  events.dispatchEvent(new Event('visibilitychange'))
  await searched
}

export function nextChange(page: Store): Promise<void> {
  return new Promise((resolve) => page.onDrafts(resolve))
}

/** The time in the name of a tab, which is a UUIDv7: in ms since 1970. */
export function openedAt(tab: Tab): number {
  const name = tab.lock.name.slice('gearheads-drafts/'.length)
  return Number.parseInt(name.replace('-', '').slice(0, 12), 16)
}

/** Web Locks, as far as the app uses them. */
const lockManager = {
  async request(name: string, _options: LockOptions, work: () => Promise<unknown>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const lock = { name, grant: resolve }
    if (!locks.some((one) => one.name === name)) resolve()
    locks.push(lock)
    await promise
    try {
      return await work()
    } finally {
      remove(lock)
    }
  },
  query: async () => ({ held: [...locks] }),
}

function storage(data: Map<string, string>) {
  const methods = {
    getItem: (key: string) => data.get(key) ?? null,
    setItem: (key: string, text: string) => data.set(key, text),
    removeItem: (key: string) => data.delete(key),
  }
  return new Proxy(methods, {
    ownKeys: () => [...data.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
