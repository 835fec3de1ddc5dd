import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from './data/adapters/memory.ts'
import { openDatabase } from './data/database.ts'
import { createServer } from './msw-handlers.ts'
import { testApi } from './testing/api.ts'
import { serverTiming } from './testing/server-timing.ts'

// A clock that stands still unless a test moves it: every duration is exact.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const PARTS = ['delay', 'lock', 'handler', 'store', 'total']

test.each([
  ['a success', '/api/posts', 200],
  ['a refusal', '/api/posts/999', 404],
  ['an undefined route', '/api/test-todos', 404],
])('%s says where its time went', async (_, path, status) => {
  const response = await testApi().send(path)
  expect(response.status).toBe(status)
  expect(Object.keys(serverTiming(response.headers))).toEqual(PARTS)
})

test('a failure says where its time went', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const store = memoryStore()
  store.scan = () => Promise.reject(new Error('The disk is on fire'))
  const { status, headers } = await testApi(store).call('GET /api/posts')
  expect(status).toBe(500)
  expect(Object.keys(serverTiming(headers))).toEqual(PARTS)
})

test('the time of the store is the time in which anything waited for it', async () => {
  const store = memoryStore()
  const { send } = testApi(store)
  await send('/api/posts')
  const { scan } = store
  vi.spyOn(store, 'scan').mockImplementation(async (...asked) => {
    vi.advanceTimersByTime(20)
    return scan(...asked)
  })
  const { headers } = await send('/api/posts')
  const scans = vi.mocked(store.scan).mock.calls.length
  expect(scans).toBe(6)
  // One for the posts, then one for the comments of each side by side: counted once.
  expect(serverTiming(headers)).toEqual({
    delay: 0,
    lock: 0,
    handler: 0,
    store: 20 * scans,
    total: 20 * scans,
  })
})

test('the time of the lock is the time until it is the turn of the request', async () => {
  const { send, database } = testApi()
  await send('/api/posts')
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const writing = database.write(() => finished)
  const reading = send('/api/posts')
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  vi.advanceTimersByTime(70)
  finish()
  await writing
  const { lock, total } = serverTiming((await reading).headers)
  expect([lock, total]).toEqual([70, 70])
})

test('the delay goes side by side with the work', async () => {
  const serve = createServer({ database: openDatabase(memoryStore()), delayMs: 250 })
  const answer = serve(new Request('http://gearheads.test/api/posts'))
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  vi.advanceTimersByTime(250)
  const { delay, handler, total } = serverTiming((await answer).headers)
  expect([delay, handler, total]).toEqual([250, 0, 250])
})

test('an undefined route is answered without the delay', async () => {
  const serve = createServer({ database: openDatabase(memoryStore()) })
  const { headers } = await serve(new Request('http://gearheads.test/api/test-todos'))
  expect(serverTiming(headers)).toMatchObject({ delay: 0, total: 0 })
})
