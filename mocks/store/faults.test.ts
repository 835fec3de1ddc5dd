import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { testApi } from '../testing/api.ts'
import { callNames, prepareExample } from '../testing/examples.ts'
import { fastHashes } from '../testing/fast-hashes.ts'
import { valuesUnder } from '../testing/stores.ts'
import { memoryStore } from './adapters/memory.ts'
import { idbStore } from './row-cache.ts'
import type { Store } from './store.ts'

beforeEach(stage)
/** Makes hashing fast and hides the logs of the mock. */
function stage(): void {
  fastHashes()
  vi.spyOn(console, 'error').mockReturnValue()
}
afterEach(() => vi.restoreAllMocks())

/** Makes the `nth` use of `store` throw `error`, and counts the uses. */
function failAt(store: Store, nth: number, error: Error): { used: number } {
  const uses = { used: 0 }
  for (const way of ['read', 'scan', 'count', 'write'] as const) {
    const original = store[way] as (...args: unknown[]) => Promise<never>
    vi.spyOn(store, way).mockImplementation(((...args: unknown[]) => {
      uses.used += 1
      return uses.used === nth ? Promise.reject(error) : original(...args)
    }) as never)
  }
  return uses
}

test.each(callNames)(
  '%s changes nothing when the store fails at any step (R12.8, R12.22)',
  async (name) => {
    const { store, ask } = await prepareExample(name)
    const before = await valuesUnder(store)
    for (let nth = 1; ; nth++) {
      const uses = failAt(store, nth, new Error('The disk is gone'))
      const { status, error } = await ask()
      vi.restoreAllMocks()
      stage()
      if (uses.used < nth) {
        expect(status).toBe(calls[name].status)
        break
      }
      expect([nth, status, error]).toEqual([nth, 500, ['The mock server failed: The disk is gone']])
      expect(await valuesUnder(store)).toEqual(before)
    }
  },
)

const writing = callNames.filter((name) => 'writes' in calls[name])

test.each(writing)('%s returns 507 and changes nothing when storage is full', async (name) => {
  const { store, ask } = await prepareExample(name)
  const before = await valuesUnder(store)
  const write = vi
    .spyOn(store, 'write')
    .mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  const { status, error } = await ask()
  expect(status).toBe(507)
  expect(error).toEqual([
    'This device is out of storage, so nothing was changed. Free some space and try again.',
  ])
  expect(await valuesUnder(store)).toEqual(before)
  write.mockRestore()
  expect((await ask()).status).toBe(calls[name].status)
})

test('a full IndexedDB changes nothing, whichever write fails', async () => {
  const store = idbStore(crypto.randomUUID())
  const { logIn, call } = testApi(store)
  const { token } = await logIn()
  const before = await valuesUnder(store)
  const { put } = IDBObjectStore.prototype
  for (let nth = 1; ; nth++) {
    let puts = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      if (++puts === nth) throw new DOMException('Full', 'QuotaExceededError')
      return put.apply(this, args)
    })
    const { status } = await call('POST /api/posts', { body: { content: 'Hi' }, token })
    vi.restoreAllMocks()
    stage()
    if (puts < nth) {
      expect([status, nth]).toEqual([201, 6])
      break
    }
    expect([nth, status]).toEqual([nth, 507])
    expect(await valuesUnder(store)).toEqual(before)
  }
})

test('a request fails when IndexedDB does not open, and the next one opens it', async () => {
  const { call } = testApi(idbStore(crypto.randomUUID()))
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not in private mode', 'InvalidStateError')
  })
  const { status, error } = await call('GET /api/posts')
  expect([status, error]).toEqual([503, [apiErrors.noStorage.text]])
  open.mockRestore()
  expect((await call('GET /api/posts')).data.posts).toHaveLength(5)
})

test('the next request completes a first run that failed at any step', async () => {
  for (let nth = 1; ; nth++) {
    const store = memoryStore()
    const uses = failAt(store, nth, new Error('The disk is gone'))
    const { call } = testApi(store)
    const { status } = await call('GET /api/users')
    if (uses.used < nth) break
    expect([nth, status]).toEqual([nth, 500])
    expect((await call('GET /api/users')).data.users).toHaveLength(5)
  }
})
