import { get, set } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'
import { pageStore } from './page-store.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a connection that the browser closed is opened again', async () => {
  const open = vi.spyOn(indexedDB, 'open')
  const store = pageStore('gearheads-page-store', 'rows')
  await set('a', 1, store)
  const request = open.mock.results[0]?.value as IDBOpenDBRequest
  request.result.close()
  expect(await get('a', store)).toBe(1)
  expect(open).toHaveBeenCalledTimes(2)
})

test('a connection whose process has ended, as WebKit says it, is opened again', async () => {
  const open = vi.spyOn(indexedDB, 'open')
  const store = pageStore('gearheads-page-store', 'rows')
  await set('a', 1, store)
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  expect(await get('a', store)).toBe(1)
  expect(open).toHaveBeenCalledTimes(2)
})

test('where the browser blocks IndexedDB, a use rejects, and works once it is allowed', async () => {
  const allowed = indexedDB
  const blocked = () => {
    throw new DOMException('Blocked by a test', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open: blocked })
  const store = pageStore('gearheads-page-store', 'rows')
  await expect(set('b', 2, store)).rejects.toThrow('Blocked by a test')
  vi.stubGlobal('indexedDB', allowed)
  await set('b', 2, store)
  expect(await get('b', store)).toBe(2)
})
