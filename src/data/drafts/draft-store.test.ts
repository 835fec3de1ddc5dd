import { clear, createStore, set } from 'idb-keyval'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordTimers } from '../testing/timers.ts'

type Store = typeof import('./draft-store.ts')
/** A page in a tab, with its modules and events. The database and local storage are shared. */
type Tab = { page: Store; lock: Lock; events: EventTarget; tabData: Map<string, string> }
type Lock = { name: string; grant: () => void }

const database = createStore('gearheads-drafts', 'drafts')
/** Held and requested locks, in the order of the requests. */
let locks: Lock[]
let localData: Map<string, string>
let tab: Tab
let page: Store

const nameOf = (tab: Tab) => tab.lock.name.slice('gearheads-drafts/'.length)
/** The lock of a page goes when the page is gone, which can be after the next page has started. */
const release = (tab: Tab) => remove(tab.lock)

function remove(lock: Lock): void {
  locks = locks.filter((one) => one !== lock)
  locks.find(({ name }) => name === lock.name)?.grant()
}

/** Web Locks, as far as the app uses them. */
const lockManager = {
  async request(name: string, work: () => Promise<unknown>) {
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

/** @param tabData session storage, which a page shares with the one before it in its tab */
async function openTab(tabData = new Map<string, string>()): Promise<Tab> {
  vi.resetModules()
  const events = new EventTarget()
  vi.stubGlobal('document', Object.assign(events, { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('sessionStorage', storage(tabData))
  const opened = await import('./draft-store.ts')
  const before = [...locks]
  const loaded = opened.loadDrafts()
  const lock = locks.find((one) => !before.includes(one)) ?? { name: '', grant() {} }
  await loaded
  return { page: opened, lock, events, tabData }
}

let clearTimers: () => void

beforeEach(async () => {
  clearTimers = recordTimers()
  locks = []
  localData = new Map()
  vi.stubGlobal('localStorage', storage(localData))
  vi.stubGlobal('navigator', { locks: lockManager })
  await clear(database)
  tab = await openTab()
  page = tab.page
})

afterEach(() => {
  clearTimers()
  vi.restoreAllMocks()
})
afterAll(() => vi.unstubAllGlobals())

/** The page is left, by a reload or because its tab is closed. */
function hidePage({ events, tabData }: Tab): void {
  vi.stubGlobal('sessionStorage', storage(tabData))
  events.dispatchEvent(new Event('pagehide'))
}

/** The tab is closed. What it saved then is there for the next one. */
function close(tab: Tab): void {
  hidePage(tab)
  release(tab)
}

async function leave(): Promise<void> {
  close(tab)
  tab = await openTab()
  page = tab.page
}

test('a draft with its picture is there at the next visit', async () => {
  const picture = { blob: new Blob(['pixels']), note: 'Animated' }
  page.writeDraft('mira/post', { text: 'Half a tho', picture })
  await leave()
  expect(page.readDraft('mira/post')).toMatchObject({
    text: 'Half a tho',
    picture: { note: 'Animated' },
  })
})

test('a draft that is forgotten stays forgotten', async () => {
  page.writeDraft('mira/post', { text: 'Half a tho' })
  await leave()
  page.writeDraft('mira/post', undefined)
  await page.saveDrafts()
  await leave()
  expect(page.readDraft('mira/post')).toBeUndefined()
})

test('what a user was writing goes, and what others were writing stays', async () => {
  page.writeDraft('mira/post', { text: 'Mine' })
  page.writeDraft('mira/comment/1', { text: 'Mine too' })
  page.writeDraft('mirabelle/post', { text: 'Not mine' })
  await page.saveDrafts()
  await page.forgetDrafts('mira')
  await leave()
  expect(page.readDraft('mira/post')).toBeUndefined()
  expect(page.readDraft('mira/comment/1')).toBeUndefined()
  expect(page.readDraft('mirabelle/post')?.text).toBe('Not mine')
})

test('every change to a draft notifies its listeners', () => {
  const heard = vi.fn()
  const leaveIt = page.onDrafts(heard)
  page.writeDraft('theo/post', { text: 'H' })
  page.writeDraft('theo/post', { text: 'Hi' })
  leaveIt()
  page.writeDraft('theo/post', undefined)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('somebody who types on and on is saved meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.writeDraft('theo/edit', { text: 'a' })
  vi.advanceTimersByTime(200)
  page.writeDraft('theo/edit', { text: 'ab' })
  vi.advanceTimersByTime(50)
  vi.useRealTimers()
  release(tab)
  expect((await openTab()).page.readDraft('theo/edit')?.text).toBe('ab')
})

test('what is written on a full device is there at the next visit, and saved when there is room', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  page.writeDraft('mira/post', { text: 'No room for this' })
  await page.saveDrafts()
  expect(warned).toHaveBeenCalledOnce()
  await leave()
  expect(page.readDraft('mira/post')).toEqual({ text: 'No room for this' })

  full.mockRestore()
  await page.adoptDraft('mira/post')
  expect([...localData.keys()].filter((key) => key.startsWith('gearheads-draft/'))).toEqual([])
  await leave()
  expect(page.readDraft('mira/post')).toEqual({ text: 'No room for this' })
})

test('a page that dies in the middle of sending leaves the key and the address of the picture', async () => {
  const picture = { blob: new Blob(['pixels']), key: 'k1' }
  page.writeDraft('mira/post', { text: 'Sent', picture })
  await page.saveDrafts()
  const sent = { key: 'k2', content: 'Sent', imageUrl: '/api/uploads/1' }
  page.writeDraft('mira/post', { text: 'Sent', sent, picture: { ...picture, url: sent.imageUrl } })
  // Local storage has it when this returns; IndexedDB never gets it.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new Error('Died')
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  page.saveDrafts()
  release(tab)
  const { page: next } = await openTab()
  const draft = next.readDraft('mira/post')
  expect(draft).toMatchObject({ text: 'Sent', sent, picture: { url: sent.imageUrl, key: 'k1' } })
  expect(draft?.picture?.blob.size).toBe(6)
})

test('a draft of an earlier version of the app, which belongs to no tab, is found', async () => {
  await set('mira/post', { text: 'From before' }, database)
  await leave()
  expect(page.readDraft('mira/post')?.text).toBe('From before')
})

test('two tabs write in one place, and neither sees, overwrites or deletes the text of the other', async () => {
  page.writeDraft('mira/post', { text: 'In the first' })
  await page.saveDrafts()
  const second = await openTab()
  expect(second.page.readDraft('mira/post')).toBeUndefined()
  second.page.writeDraft('mira/post', { text: 'In the second' })
  await second.page.saveDrafts()
  second.page.writeDraft('mira/post', undefined)
  await second.page.saveDrafts()
  close(tab)
  const { page: after } = await openTab(tab.tabData)
  expect(after.readDraft('mira/post')?.text).toBe('In the first')
})

test('the draft of a closed tab is adopted by the first tab that shows its place, and by no other', async () => {
  page.writeDraft('mira/post', { text: 'Orphan' })
  await page.saveDrafts()
  release(tab)
  const [second, third] = [await openTab(), await openTab()]
  const drafts = () => [second, third].map(({ page }) => page.readDraft('mira/post')?.text)
  expect(drafts()).toEqual(['Orphan', 'Orphan'])
  await Promise.all([second.page.adoptDraft('mira/post'), third.page.adoptDraft('mira/post')])
  expect(drafts()).toEqual(['Orphan', undefined])
  // Sent there, it comes back nowhere.
  second.page.writeDraft('mira/post', undefined)
  await second.page.saveDrafts()
  close(second)
  close(third)
  expect((await openTab()).page.readDraft('mira/post')).toBeUndefined()
})

test('the drafts of two closed tabs come back one after the other, the latest first', async () => {
  page.writeDraft('mira/post', { text: 'Older' })
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(openedAt(tab)))
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'Newer' })
  close(second)
  await leave()
  expect(page.readDraft('mira/post')?.text).toBe('Newer')
  page.writeDraft('mira/post', undefined)
  await page.saveDrafts()
  expect(page.readDraft('mira/post')).toBeUndefined()
  await leave()
  expect(page.readDraft('mira/post')?.text).toBe('Older')
})

test('a tab that is looked at again finds the draft of one that was closed meanwhile', async () => {
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'From the second' })
  await second.page.saveDrafts()
  release(second)
  const changed = new Promise<void>((resolve) => page.onDrafts(resolve))
  vi.stubGlobal('document', tab.events)
  tab.events.dispatchEvent(new Event('visibilitychange'))
  await changed
  expect(page.readDraft('mira/post')?.text).toBe('From the second')
})

test('a reload finds its draft though the lock of the page before is still held', async () => {
  const tabData = new Map<string, string>()
  const before = await openTab(tabData)
  before.page.writeDraft('mira/post', { text: 'Over a reload' })
  hidePage(before)
  const after = await openTab(tabData)
  expect(after.page.readDraft('mira/post')?.text).toBe('Over a reload')
  // A tab that is duplicated later takes no draft with it.
  expect(tabData.size).toBe(0)
})

/** Every order of the steps of two reloads: the page is left, its lock is released, the next page starts. */
const reloads = [
  ['leave', 'release', 'open'],
  ['leave', 'open', 'release'],
]
const orders = reloads.flatMap((a) => reloads.flatMap((b) => interleave(a, b)))

function interleave(a: string[], b: string[], done: string[] = []): string[][] {
  if (a.length + b.length === 0) return [done]
  return [
    ...(a.length ? interleave(a.slice(1), b, [...done, `${a[0]} A`]) : []),
    ...(b.length ? interleave(a, b.slice(1), [...done, `${b[0]} B`]) : []),
  ]
}

test.each([
  ['both have a text', 'Text of A', 'Text of B'],
  ['only one has a text', undefined, 'Text of B'],
  ['only the other has a text', 'Text of A', undefined],
])(
  'two tabs reload at the same time, in any order, and each keeps its own draft: %s',
  async (_case, textA, textB) => {
    for (const order of orders) {
      await clear(database)
      localData.clear()
      locks = []
      const texts = { A: textA, B: textB }
      const tabs = { A: await openTab(), B: await openTab() }
      const before = { ...tabs }
      for (const name of ['A', 'B'] as const) {
        const text = texts[name]
        if (text) tabs[name].page.writeDraft('mira/post', { text })
      }
      for (const step of order) {
        const [verb, name] = step.split(' ') as [string, 'A' | 'B']
        if (verb === 'leave') hidePage(tabs[name])
        else if (verb === 'release') release(before[name])
        else {
          tabs[name] = await openTab(tabs[name].tabData)
          // As the composer does, which is on screen at once, and as when somebody looks at the tab.
          await tabs[name].page.adoptDraft('mira/post')
          tabs[name].events.dispatchEvent(new Event('visibilitychange'))
        }
      }
      const shown = { A: tabs.A, B: tabs.B }
      for (const name of ['A', 'B'] as const) {
        await shown[name].page.adoptDraft('mira/post')
        const text = shown[name].page.readDraft('mira/post')?.text
        expect([order.join(', '), name, text]).toEqual([order.join(', '), name, texts[name]])
      }
    }
  },
)

test('a page that is left before it has loaded its drafts leaves them to the next one', async () => {
  const tabData = new Map<string, string>()
  const before = await openTab(tabData)
  before.page.writeDraft('mira/post', { text: 'Over two reloads' })
  const other = await openTab()
  close(before)
  const hasLeft = openTab(tabData)
  await vi.waitUntil(() => tabData.size === 0, { interval: 0 })
  document.dispatchEvent(new Event('pagehide'))
  release(await hasLeft)
  await other.page.adoptDraft('mira/post')
  const { page: after } = await openTab(tabData)
  expect(after.readDraft('mira/post')?.text).toBe('Over two reloads')
})

test('of two copies of a tab that was left, one has its draft', async () => {
  const before = await openTab()
  before.page.writeDraft('mira/post', { text: 'Once' })
  close(before)
  const copies = [await openTab(new Map(before.tabData)), await openTab(new Map(before.tabData))]
  await Promise.all(copies.map(({ page }) => page.adoptDraft('mira/post')))
  expect(copies.map(({ page }) => page.readDraft('mira/post')?.text)).toEqual(['Once', undefined])
})

test('an open tab adopts the draft of a tab that was closed and does not come back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'From the second' })
  close(second)
  vi.stubGlobal('document', tab.events)
  const searched = new Promise<void>((resolve) => page.onDrafts(resolve))
  tab.events.dispatchEvent(new Event('visibilitychange'))
  await searched
  expect(page.readDraft('mira/post')).toBeUndefined()
  const found = new Promise<void>((resolve) => page.onDrafts(resolve))
  vi.advanceTimersByTime(6_000)
  await found
  vi.useRealTimers()
  expect(page.readDraft('mira/post')?.text).toBe('From the second')
})

test('a tab that the app reloads has more time to come back than one that may be closed', async () => {
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'From the second' })
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const { reloadPage } = await import('../../pwa/reload.ts')
  reloadPage()
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  close(second)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
  vi.stubGlobal('document', tab.events)
  const searched = new Promise<void>((resolve) => page.onDrafts(resolve))
  tab.events.dispatchEvent(new Event('visibilitychange'))
  await searched
  vi.useRealTimers()
  expect(page.readDraft('mira/post')).toBeUndefined()
})

test('the draft of a closed tab waits until the own one is sent, and shows when its place is opened again', async () => {
  page.writeDraft('mira/post', { text: 'In the closed tab' })
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'In the open tab' })
  close(tab)
  close(second)
  const after = await openTab(second.tabData)
  expect(after.page.readDraft('mira/post')?.text).toBe('In the open tab')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
  after.page.writeDraft('mira/post', undefined)
  // Not while somebody may be typing or clicking there.
  expect(after.page.readDraft('mira/post')).toBeUndefined()
  const found = new Promise<void>((resolve) => after.page.onDrafts(resolve))
  after.page.openDraft('mira/post')
  await found
  vi.useRealTimers()
  expect(after.page.readDraft('mira/post')?.text).toBe('In the closed tab')
})

test('a draft that was continued by its own tab after another tab found it is not lost', async () => {
  page.writeDraft('mira/edit', { text: 'Old' })
  close(tab)
  const other = await openTab()
  expect(other.page.readDraft('mira/edit')?.text).toBe('Old')
  const back = await openTab(tab.tabData)
  back.page.writeDraft('mira/edit', { text: 'Old and new' })
  await other.page.adoptDraft('mira/edit')
  expect(other.page.readDraft('mira/edit')).toBeUndefined()
  expect(back.page.readDraft('mira/edit')?.text).toBe('Old and new')
})

test('without Web Locks drafts are kept all the same', async () => {
  vi.stubGlobal('navigator', {})
  const first = await openTab()
  first.page.writeDraft('mira/post', { text: 'On plain http' })
  await first.page.saveDrafts()
  const second = await openTab()
  await second.page.adoptDraft('mira/post')
  expect(second.page.readDraft('mira/post')?.text).toBe('On plain http')
  first.page.writeDraft('mira/post', { text: 'On plain http, longer' })
  second.page.writeDraft('mira/post', undefined)
  await Promise.all([first.page.saveDrafts(), second.page.saveDrafts()])
  expect((await openTab()).page.readDraft('mira/post')?.text).toBe('On plain http, longer')
})

test('a tab whose session has ended stores nothing any more', async () => {
  page.writeDraft('mira/post', { text: 'Private' })
  await page.saveDrafts()
  page.writeDraft('mira/post', { text: 'Private, and more' })
  await page.forgetDrafts('mira')
  page.writeDraft('mira/post', { text: 'Typed while it reloads' })
  await leave()
  expect(page.readDraft('mira/post')).toBeUndefined()
  expect(localData.size).toBe(0)
})

/** The time in the tab's UUID. */
function openedAt(tab: Tab): number {
  return Number.parseInt(nameOf(tab).replace('-', '').slice(0, 12), 16)
}
