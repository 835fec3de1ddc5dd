import { expect, test, vi } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import { cachedStore } from '../data/cached-store.ts'
import { migrations } from '../data/migrations.ts'
import { testApi } from '../testing/api.ts'
import { contentsOf, stores } from '../testing/stores.ts'

const DEFAULTS = { delay: 0, failures: [], overrides: [] }
const failure = { id: 'likes', method: 'POST', path: '/api/posts/like/:postId', status: 500 }
const override = { id: 'todos', method: 'GET', path: '/api/test-todos', status: 200, body: [1] }

test('the state of a new mock says what it holds and how it is set', async () => {
  const { status, data } = await testApi(memoryStore(), { build: 'abc' }).call('GET /api/mock')
  expect(status).toBe(200)
  expect(data).toEqual({
    settings: DEFAULTS,
    counts: { users: 5, posts: 5, comments: 1 },
    version: migrations.length,
    build: 'abc',
  })
})

test('the delay is 400 ms where neither the host nor a tester says otherwise', async () => {
  const { call } = testApi(memoryStore(), { delayMs: undefined })
  expect((await call('GET /api/mock')).data.settings.delay).toBe(400)
})

test('settings that are sent replace those before, what is left out stays', async () => {
  const { call } = testApi()
  const set = async (body: object) =>
    (await call('POST /api/mock/settings', { body })).data.settings
  expect(await set({ failures: [failure] })).toEqual({ ...DEFAULTS, failures: [failure] })
  expect(await set({ delay: 7, overrides: [override] })).toEqual({
    delay: 7,
    failures: [failure],
    overrides: [override],
  })
  expect(await set({ failures: [] })).toEqual({ delay: 7, failures: [], overrides: [override] })
  expect(await set({})).toEqual({ delay: 7, failures: [], overrides: [override] })
  expect((await call('GET /api/mock')).data.settings.delay).toBe(7)
})

test('a rule that is sent without an id gets one of its own', async () => {
  const { id, ...fields } = failure
  const body = { failures: [fields, fields], overrides: [] }
  const { failures } = (await testApi().call('POST /api/mock/settings', { body })).data.settings
  expect(failures).toEqual([{ ...fields, id: expect.any(String) }, expect.anything()])
  expect(failures[0]?.id).not.toBe(failures[1]?.id)
})

test.each(stores)('settings in $medium are there for the next worker', async ({ open }) => {
  const store = open()
  const body = { delay: 3, failures: [failure], overrides: [override] }
  await testApi(store).call('POST /api/mock/settings', { body })
  expect((await testApi(store).call('GET /api/mock')).data.settings).toEqual(body)
})

test.each(stores)('a server that is open already sees settings in $medium', async ({ open }) => {
  const store = open()
  const [one, two] = [testApi(store), testApi(store)]
  expect((await two.send('/api/posts')).status).toBe(200)
  const body = { failures: [{ ...failure, method: 'GET', path: '/api/posts' }] }
  await one.call('POST /api/mock/settings', { body })
  expect((await two.send('/api/posts')).status).toBe(500)
})

test.each([
  ['delay', { delay: -1 }],
  ['delay', { delay: 60_001 }],
  ['delay', { delay: 0.5 }],
  ['delay', { delay: null }],
  ['failures', { failures: {} }],
  ['failures.0.method', { failures: [{ ...failure, method: 'post' }] }],
  ['failures.0.path', { failures: [{ ...failure, path: '/posts' }] }],
  ['failures.1.path', { failures: [failure, { ...failure, path: '/api/posts/:id' }] }],
  ['failures.0.path', { failures: [{ ...failure, method: 'GET' }] }],
  ['failures.0.status', { failures: [{ ...failure, status: 200 }] }],
  ['failures.0.status', { failures: [{ ...failure, status: 600 }] }],
  ['failures.0.status', { failures: [{ ...failure, status: 400.5 }] }],
  ['failures.0.times', { failures: [{ ...failure, times: 0 }] }],
  ['failures.0.rate', { failures: [{ ...failure, rate: 1.1 }] }],
  ['failures.0.rate', { failures: [{ ...failure, rate: -0.1 }] }],
  ['overrides.0.status', { overrides: [{ ...override, status: 199 }] }],
  ['overrides.0.body', { overrides: [{ ...override, body: undefined }] }],
  ['overrides.0.path', { overrides: [{ ...override, path: '/api/posts/like/:id' }] }],
])('%s is named when it is wrong in %j, and nothing is set', async (field, wrong) => {
  const store = memoryStore()
  const { call } = testApi(store)
  await call('GET /api/mock')
  const before = await contentsOf(store)
  const text = JSON.stringify({ delay: 9, ...wrong })
  const { status, error } = await call('POST /api/mock/settings', { text })
  expect(status).toBe(400)
  expect(error).toEqual([expect.stringMatching(new RegExp(`^${field}: .`))])
  expect(await contentsOf(store)).toEqual(before)
})

test('with everything failing, the controls still answer, and end it', async () => {
  const { call } = testApi()
  const body = { failures: [{ method: '*', path: '*', status: 503 }] }
  await call('POST /api/mock/settings', { body })
  expect((await call('POST /api/auth/login', { body: guest })).status).toBe(503)
  for (const name of ['GET /api/mock', 'GET /api/mock/snapshot', 'GET /api/openapi.json'] as const)
    expect((await call(name)).status).toBe(200)
  expect((await call('POST /api/mock/settings', { body: { failures: [] } })).status).toBe(200)
  expect((await call('POST /api/auth/login', { body: guest })).status).toBe(200)
})

test('settings that are known cost a request no trip to the medium', async () => {
  const below = memoryStore()
  const { send } = testApi(cachedStore(below, ['meta/settings']))
  await send('/api/posts')
  const read = vi.spyOn(below, 'read')
  await send('/api/posts')
  expect(read.mock.calls.flat(2)).not.toContain('meta/settings')
  await send('/api/test-todos')
  expect(read.mock.calls.flat(2)).not.toContain('meta/settings')
})
