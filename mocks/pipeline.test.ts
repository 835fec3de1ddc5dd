import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes } from '../src/contract/changes.ts'
import { openDatabase } from './database.ts'
import { deviceHost, type Host } from './host.ts'
import { createServer } from './msw-handlers.ts'
import { seedPosts } from './seed/posts.ts'
import { seedUsers } from './seed/users.ts'
import { memoryStore } from './store/adapters/memory.ts'
import { testApi } from './testing/api.ts'

// A clock that only tests move, so that every duration is exact.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The parts of a `Server-Timing` header, in milliseconds. */
function serverTiming(headers: Headers): Record<string, number> {
  const header = headers.get('Server-Timing') ?? ''
  const parts = header.matchAll(/(\w+);dur=(\d+\.\d)(?:, |$)/g)
  return Object.fromEntries([...parts].map(([, name, ms]) => [name, Number(ms)]))
}

const PARTS = ['delay', 'lock', 'handler', 'store', 'total']

test.each([
  ['a success', '/api/posts', 200],
  ['a refusal', '/api/posts/999', 404],
  ['an undefined route', '/api/test-todos', 404],
])('Server-Timing of %s lists the parts of its time (R12.20)', async (_, path, status) => {
  const response = await testApi().send(path)
  expect(response.status).toBe(status)
  expect(Object.keys(serverTiming(response.headers))).toEqual(PARTS)
})

test('Server-Timing of a failure lists the parts of its time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const store = memoryStore()
  store.scan = () => Promise.reject(new Error('The disk is on fire'))
  const { status, headers } = await testApi(store).call('GET /api/posts')
  expect(status).toBe(500)
  expect(Object.keys(serverTiming(headers))).toEqual(PARTS)
})

test("the store's time counts parallel operations once", async () => {
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
  expect(scans).toBe(3)
  // One for the posts, then their comments and votes, in parallel: counted once.
  expect(serverTiming(headers)).toEqual({
    delay: 0,
    lock: 0,
    handler: 0,
    store: 20 * scans,
    total: 20 * scans,
  })
})

test("the lock's time is the wait for the lock", async () => {
  const { send, database } = testApi(memoryStore())
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

test('the delay runs in parallel with the work', async () => {
  const serve = createServer(deviceHost({ database: openDatabase(memoryStore()), delayMs: 250 }))
  const answer = serve(new Request('http://gearheads.test/api/posts'))
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  vi.advanceTimersByTime(250)
  const { delay, handler, total } = serverTiming((await answer).headers)
  expect([delay, handler, total]).toEqual([250, 0, 250])
})

test('an undefined route is not delayed (R12.10, R13.2)', async () => {
  const serve = createServer(deviceHost({ database: openDatabase(memoryStore()) }))
  const { headers } = await serve(new Request('http://gearheads.test/api/test-todos'))
  expect(serverTiming(headers)).toMatchObject({ delay: 0, total: 0 })
})

const nextTurn = () => new Promise(setImmediate)

/** The duration of a call on a clock that only advances to the next timer. */
async function timeOf(path: string, options: Partial<Host>) {
  const serve = createServer(deviceHost({ database: openDatabase(memoryStore()), ...options }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const start = Date.now()
  const answered = vi.fn()
  const answer = serve(new Request(`http://gearheads.test${path}`)).then(answered)
  while (vi.getTimerCount() === 0) await nextTurn()
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersToNextTimerAsync()
  await answer
  return Date.now() - start
}

test('a reply takes 400 ms unless the host sets another delay (R13.2, R15.3)', async () => {
  expect(await timeOf('/api/posts', {})).toBe(400)
  expect(await timeOf('/api/posts', { delayMs: 25 })).toBe(25)
})

test('an error reply has the same delay', async () => {
  expect(await timeOf('/api/posts/999', {})).toBe(400)
})

const [{ _id: postId }] = seedPosts
const [, , , , { _id: guestId }] = seedUsers

function subscribedApi() {
  const published: Changes[] = []
  return {
    published,
    api: testApi(memoryStore(), { publish: (changes) => published.push(changes) }),
  }
}

test('a write publishes the changed rows and the tab that sent it (R12.23)', async () => {
  const { published, api } = subscribedApi()
  const { token } = await api.logIn()
  published.length = 0
  await api.call('POST /api/posts/like/:postId', { params: { postId }, token, tab: 'tab-1' })
  expect(published).toHaveLength(1)
  expect(published[0]?.by).toBe('tab-1')
  expect(published[0]?.changes).toEqual(
    expect.arrayContaining([
      { table: 'posts', kind: 'changed', _id: postId },
      { table: 'users', kind: 'changed', _id: guestId },
    ]),
  )
})

test('a new post, its comment and their removal are published as added and removed', async () => {
  const { published, api } = subscribedApi()
  const { token } = await api.logIn()
  const written = await api.call('POST /api/posts', { body: { content: 'Hello' }, token })
  const { _id } = written.data.posts[0] ?? { _id: '' }
  const params = { postId: _id }
  const body = { content: 'Nice' }
  const commented = await api.call('POST /api/comments/add/:postId', { params, body, token })
  const comment = commented.data.comments[0]?._id
  await api.call('DELETE /api/posts/:postId', { params, token })
  expect(published.map(({ changes }) => changes)).toEqual([
    [{ table: 'posts', kind: 'added', _id }],
    [{ table: 'comments', kind: 'added', _id: comment, postId: _id }],
    expect.arrayContaining([
      { table: 'posts', kind: 'removed', _id },
      { table: 'comments', kind: 'removed', _id: comment, postId: _id },
    ]),
  ])
})

test('a read and a failed write publish nothing', async () => {
  const { published, api } = subscribedApi()
  const { token } = await api.logIn()
  await api.call('GET /api/posts')
  const params = { postId }
  await api.call('POST /api/users/remove-bookmark/:postId', { params, token })
  expect(published).toEqual([])
})

test('a transaction that cleared the tables publishes no list of changes', async () => {
  const cleared = await openDatabase(memoryStore()).write(async (tx) => {
    tx.clear()
    return tx
  })
  expect(cleared.changed).toBeUndefined()
})
