import { set, values } from 'idb-keyval'
import { expect, test, vi } from 'vitest'
import {
  database,
  leave,
  localData,
  openTab,
  page,
  release,
  setUpTabs,
  tab,
} from '../testing/draft-tabs.ts'

setUpTabs()

test('a draft with its picture is there at the next visit (R4.11, R10.15)', async () => {
  const picture = { id: 'a', blob: new Blob(['pixels']), note: 'Animated' }
  page.writeDraft('mira/post', { text: 'Half a tho', pictures: [picture] })
  await leave()
  expect(page.readDraft('mira/post')).toMatchObject({
    text: 'Half a tho',
    pictures: [{ note: 'Animated' }],
  })
})

test('a draft that was removed does not come back', async () => {
  page.writeDraft('mira/post', { text: 'Half a tho' })
  await leave()
  page.writeDraft('mira/post', undefined)
  await page.saveDrafts()
  await leave()
  expect(page.readDraft('mira/post')).toBeUndefined()
})

test('the drafts of a user who logs out are removed, and those of others stay', async () => {
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
  const listener = vi.fn()
  const unsubscribe = page.onDrafts(listener)
  page.writeDraft('theo/post', { text: 'H' })
  page.writeDraft('theo/post', { text: 'Hi' })
  unsubscribe()
  page.writeDraft('theo/post', undefined)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a draft is saved during continuous typing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.writeDraft('theo/edit', { text: 'a' })
  vi.advanceTimersByTime(200)
  page.writeDraft('theo/edit', { text: 'ab' })
  vi.advanceTimersByTime(50)
  vi.useRealTimers()
  release(tab)
  expect((await openTab()).page.readDraft('theo/edit')?.text).toBe('ab')
})

test('while pictures are prepared, their files are not written again with each that is ready', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const raw = (id: string) => ({ id, blob: new Blob(['the file']), isRaw: true })
  page.writeDraft('mira/post', { text: '', pictures: [raw('a'), raw('b')] })
  await page.saveDrafts()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const ready = (id: string) => ({ id, blob: new Blob(['small']) })
  page.writeDraft('mira/post', { text: '', pictures: [ready('a'), raw('b')] })
  await vi.advanceTimersByTimeAsync(1000)
  page.writeDraft('mira/post', { text: '', pictures: [ready('a'), ready('b')] })
  await vi.advanceTimersByTimeAsync(250)
  vi.useRealTimers()
  await expect.poll(() => put).toHaveBeenCalledTimes(2)
  await page.saveDrafts()
  expect(put).toHaveBeenCalledTimes(2)
})

test('a picture on a full device is reported, and after the next visit that it is lost (R10.15)', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  page.writeDraft('mira/post', {
    text: 'Look',
    pictures: [{ id: 'a', blob: new Blob(['pixels']) }],
  })
  expect(page.failureOf('mira/post')).toBeUndefined()
  await page.saveDrafts()
  expect(page.failureOf('mira/post')).toBe('full')
  await leave()
  expect(page.readDraft('mira/post')).toEqual({ text: 'Look', hasLostPicture: true })

  full.mockRestore()
  page.writeDraft('mira/post', {
    text: 'Look',
    pictures: [{ id: 'a', blob: new Blob(['pixels']) }],
  })
  await page.saveDrafts()
  expect(page.failureOf('mira/post')).toBeUndefined()
})

test("where the browser stores no Blobs, as in WebKit's private windows, a draft keeps its picture as bytes", async () => {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    draft,
    id,
  ) {
    if (draft.pictures?.some(({ blob }: { blob: unknown }) => blob instanceof Blob))
      throw new DOMException('BlobURLs are not yet supported', 'DataCloneError')
    return put.call(this, draft, id)
  })
  const picture = { id: 'a', blob: new File(['pixels'], 'bike.png', { type: 'image/png' }) }
  page.writeDraft('mira/post', { text: 'Look', pictures: [picture, { id: 'b' }] })
  await page.saveDrafts()
  expect(page.failureOf('mira/post')).toBeUndefined()
  await leave()
  const [kept, other] = page.readDraft('mira/post')?.pictures ?? []
  expect(kept?.blob).toMatchObject({ name: 'bike.png', type: 'image/png' })
  expect(await kept?.blob?.text()).toBe('pixels')
  expect(other?.blob).toBeUndefined()
})

test('a draft keeps its picture as bytes, too, where a transaction with a Blob ends without an error, as in WebKitGTK', async () => {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    draft,
    id,
  ) {
    const request = put.call(this, draft, id)
    const hasBlob = draft.pictures?.some(({ blob }: { blob: unknown }) => blob instanceof Blob)
    // Its error is null.
    if (hasBlob) this.transaction.abort()
    return request
  })
  vi.spyOn(IDBTransaction.prototype, 'commit').mockReturnValue()
  page.writeDraft('mira/post', {
    text: 'Look',
    pictures: [{ id: 'a', blob: new Blob(['pixels']) }],
  })
  await page.saveDrafts()
  expect(page.failureOf('mira/post')).toBeUndefined()
  await leave()
  expect(await page.readDraft('mira/post')?.pictures?.[0]?.blob?.text()).toBe('pixels')
})

test('a picture that the browser refuses for another reason is not said to lack room', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Blocked by a test', 'SecurityError')
  })
  page.writeDraft('mira/post', {
    text: 'Look',
    pictures: [{ id: 'a', blob: new Blob(['pixels']) }],
  })
  await page.saveDrafts()
  expect(page.failureOf('mira/post')).toBe('refused')
})

test('R10.27: a picture that was covered is not on the device any more, even if what replaces it has no room there', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const saved = () => values<{ pictures: { id: string }[] }>(database)
  const kept = { id: 'kept', blob: new Blob(['kept']) }
  page.writeDraft('mira/post', {
    text: 'Look',
    pictures: [kept, { id: 'a', blob: new Blob(['the plate']) }],
  })
  await page.saveDrafts()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  // As long as nothing is removed, what is there stays.
  const more = { id: 'b', blob: new Blob(['more']) }
  page.writeDraft('mira/post', {
    text: 'Look at this',
    pictures: [kept, { id: 'a', blob: new Blob(['the plate']) }, more],
  })
  await page.saveDrafts()
  expect((await saved()).map(({ pictures }) => pictures.map(({ id }) => id))).toEqual([
    ['kept', 'a'],
  ])
  page.writeDraft('mira/post', {
    text: 'Look at this',
    pictures: [kept, { id: 'covered', blob: new Blob(['black']) }, more],
  })
  await page.saveDrafts()
  expect(await saved()).toEqual([])
})

test('R10.27: a submit after which the page dies does not send the picture as it was before it was covered', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  page.writeDraft('mira/post', {
    text: 'Look',
    pictures: [{ id: 'a', blob: new Blob(['the plate']) }],
  })
  await page.saveDrafts()
  // Local storage has it when this returns; IndexedDB never gets it.
  for (const name of ['put', 'delete'] as const)
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
      throw new Error('Died')
    })
  const covered = [{ id: 'covered', blob: new Blob(['black']) }]
  page.writeDraft('mira/post', {
    text: '',
    queue: [{ key: 'k1', content: 'Look', pictures: covered }],
  })
  page.saveDrafts()
  release(tab)
  const { page: next } = await openTab()
  expect(next.readDraft('mira/post')?.queue).toMatchObject([{ isRefused: true, pictures: [] }])
})

test('a page that dies before the small picture is stored does not send the file as it was chosen (R10.2, R10.15)', async () => {
  const chosen = { id: 'a', blob: new Blob(['the file']), isRaw: true }
  page.writeDraft('mira/post', { text: '', pictures: [chosen] })
  await page.saveDrafts()
  const small = { id: 'a', blob: new Blob(['small']) }
  const submitted = { key: 'k', content: 'Look', pictures: [small] }
  page.writeDraft('mira/post', { text: '', queue: [submitted] })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The page is gone', 'AbortError')
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  await page.saveDrafts()
  await leave()
  expect(page.readDraft('mira/post')?.queue).toMatchObject([{ pictures: [{ isRaw: true }] }])
})

test('a draft on a full device is there at the next visit, and saved when there is room', async () => {
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
  const picture = { id: 'a', blob: new Blob(['pixels']), key: 'k1' }
  page.writeDraft('mira/post', { text: 'Sent', pictures: [picture] })
  await page.saveDrafts()
  const sent = { key: 'k2', content: 'Sent', imageUrl: '/api/uploads/1' }
  const pictures = [{ ...picture, url: sent.imageUrl }]
  page.writeDraft('mira/post', { text: 'The next', queue: [{ ...sent, pictures }] })
  // Local storage has it when this returns; IndexedDB never gets it.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new Error('Died')
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  page.saveDrafts()
  release(tab)
  const { page: next } = await openTab()
  const draft = next.readDraft('mira/post')
  expect(draft).toMatchObject({
    text: 'The next',
    queue: [{ ...sent, pictures: [{ url: sent.imageUrl, key: 'k1' }] }],
  })
  expect(draft?.queue?.[0]?.pictures?.[0]?.blob?.size).toBe(6)
})

test('what was submitted with a picture that could not be kept is not sent without it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const pictures = [{ id: 'a', blob: new Blob(['pixels']) }]
  const queue = [
    { key: 'k1', content: 'Look', pictures },
    { key: 'k2', content: 'No picture' },
  ]
  page.writeDraft('mira/post', { text: '', queue })
  await page.saveDrafts()
  await leave()
  expect(page.readDraft('mira/post')).toMatchObject({
    queue: [{ key: 'k1', isRefused: true }, { key: 'k2' }],
    hasLostPicture: true,
  })
  expect(page.readDraft('mira/post')?.queue?.[1]).not.toHaveProperty('isRefused')
})

test('what an earlier version of the app was sending is still sent under its key', async () => {
  const out = { key: 'k1', content: 'A', imageUrl: '/api/uploads/1', isOut: true }
  await set('mira/post', { text: 'B and', sent: [out, { key: 'k2', content: 'B' }] }, database)
  await leave()
  expect(page.readDraft('mira/post')).toMatchObject({
    text: 'B and',
    queue: [{ key: 'k1', content: 'A', pictures: [{ url: '/api/uploads/1' }] }],
    tried: { key: 'k2', content: 'B' },
  })
})

test('a draft of an earlier version of the app, of no tab and with one picture, is found', async () => {
  const picture = { blob: new Blob(['pixels']), alt: 'A bike' }
  await set('mira/post', { text: 'From before', picture }, database)
  await leave()
  expect(page.readDraft('mira/post')).toMatchObject({
    text: 'From before',
    pictures: [{ alt: 'A bike', id: expect.any(String) }],
  })
})

test('a tab whose session has ended stores no drafts', async () => {
  page.writeDraft('mira/post', { text: 'Private' })
  await page.saveDrafts()
  page.writeDraft('mira/post', { text: 'Private, and more' })
  await page.forgetDrafts('mira')
  page.writeDraft('mira/post', { text: 'Typed while it reloads' })
  await leave()
  expect(page.readDraft('mira/post')).toBeUndefined()
  expect(localData.size).toBe(0)
})
