import { clear, createStore, set } from 'idb-keyval'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

type Store = typeof import('./draft-store.ts')
/** A tab: its page's own modules and events. The database and local storage are everybody's. */
type Tab = { page: Store; name: string; events: EventTarget }

const database = createStore('gearheads-drafts', 'drafts')
let locks: Map<string, Promise<unknown>>
let localData: Map<string, string>
let tab: Tab
let page: Store

/** Web Locks, as far as the app uses them. */
const lockManager = {
  async request(name: string, work: () => Promise<unknown>) {
    const before = locks.get(name)
    const done = (async () => {
      await before
      return work()
    })()
    locks.set(name, done)
    const result = await done
    if (locks.get(name) === done) locks.delete(name)
    return result
  },
  query: async () => ({ held: [...locks.keys()].map((name) => ({ name })) }),
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
  await opened.loadDrafts()
  const { TAB } = await import('../../client/tab.ts')
  return { page: opened, name: `gearheads-drafts/${TAB}`, events }
}

beforeEach(async () => {
  locks = new Map()
  localData = new Map()
  vi.stubGlobal('localStorage', storage(localData))
  vi.stubGlobal('navigator', { locks: lockManager })
  await clear(database)
  tab = await openTab()
  page = tab.page
})

afterEach(() => vi.restoreAllMocks())
afterAll(() => vi.unstubAllGlobals())

/** The tab is closed. What it saved then is there for the next one. */
function close({ name, events }: Tab): void {
  events.dispatchEvent(new Event('pagehide'))
  locks.delete(name)
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

test('whoever shows a draft hears of every change', () => {
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
  locks.delete(tab.name)
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
  expect(localData.size).toBe(0)
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
  locks.delete(tab.name)
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
  await leave()
  expect(page.readDraft('mira/post')?.text).toBe('In the first')
})

test('the draft of a closed tab is adopted by the first tab that shows its place, and by no other', async () => {
  page.writeDraft('mira/post', { text: 'Orphan' })
  await page.saveDrafts()
  locks.delete(tab.name)
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
  locks.delete(second.name)
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
  before.events.dispatchEvent(new Event('pagehide'))
  const after = await openTab(tabData)
  expect(after.page.readDraft('mira/post')?.text).toBe('Over a reload')
  // A tab that is duplicated later takes no draft with it.
  expect(tabData.size).toBe(0)
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
function openedAt({ name }: Tab): number {
  return Number.parseInt(name.slice('gearheads-drafts/'.length).replace('-', '').slice(0, 12), 16)
}
