import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// Each page load has a module of its own; the database stays.
let page: typeof import('./draft-store.ts')
const events = new EventTarget()
async function nextVisit() {
  vi.resetModules()
  page = await import('./draft-store.ts')
  await page.loadDrafts()
}

beforeEach(async () => {
  vi.stubGlobal('document', events)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  await nextVisit()
})

afterAll(() => vi.unstubAllGlobals())

/** The page is left; wait until what it saved is there, as the next page would. */
async function leave() {
  events.dispatchEvent(new Event('pagehide'))
  await nextVisit()
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
  await leave()
  expect(page.readDraft('mira/post')).toBeUndefined()
})

test('what a user was writing goes, and what others were writing stays', async () => {
  page.writeDraft('mira/post', { text: 'Mine' })
  page.writeDraft('mira/comment/1', { text: 'Mine too' })
  page.writeDraft('mirabelle/post', { text: 'Not mine' })
  await page.forgetDrafts('mira')
  await nextVisit()
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
  await nextVisit()
  expect(page.readDraft('theo/edit')?.text).toBe('ab')
})

test('what is written on a full device is there at the next visit, and saved when there is room', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => kept.set(key, text),
        removeItem: (key: string) => kept.delete(key),
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  )
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  page.writeDraft('mira/post', { text: 'No room for this' })
  await page.saveDrafts()
  expect(warned).toHaveBeenCalledOnce()
  await nextVisit()
  expect(page.readDraft('mira/post')).toEqual({ text: 'No room for this' })

  full.mockRestore()
  await page.saveDrafts()
  expect(kept.size).toBe(0)
  await nextVisit()
  expect(page.readDraft('mira/post')).toEqual({ text: 'No room for this' })
})
