import { expect, test, vi } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { openDatabase } from '../database.ts'
import { deviceHost } from '../host.ts'
import { migrations } from '../migrations.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { rowCache } from '../store/row-cache.ts'
import { testApi } from '../testing/api.ts'
import { stores, valuesUnder } from '../testing/stores.ts'

const DEFAULTS = { delay: 0, failures: [], overrides: [], defects: [] }
const failure = { id: 'likes', method: 'POST', path: '/api/posts/like/:postId', status: 500 }
const rule = { method: 'GET', path: '*' }
const override = { id: 'todos', method: 'GET', path: '/api/test-todos', status: 200, body: [1] }

test('the state of a new mock lists row counts and settings', async () => {
  const { status, data } = await testApi(memoryStore(), { build: 'abc' }).call('GET /api/mock')
  expect(status).toBe(200)
  expect(data).toEqual({
    settings: DEFAULTS,
    counts: { users: 5, posts: 5, comments: 1 },
    version: migrations.length,
    build: 'abc',
  })
})

test('the delay is 400 ms unless the host or the settings change it', async () => {
  const { delayMs } = deviceHost({ database: openDatabase(memoryStore()) })
  const { call } = testApi(memoryStore(), { delayMs })
  expect((await call('GET /api/mock')).data.settings.delay).toBe(400)
})

test('settings replace earlier ones; omitted settings stay (R13.5)', async () => {
  const { call } = testApi()
  const set = async (body: object) =>
    (await call('POST /api/mock/settings', { body })).data.settings
  expect(await set({ failures: [failure] })).toEqual({ ...DEFAULTS, failures: [failure] })
  const later = { ...DEFAULTS, delay: 7, overrides: [override] }
  expect(await set({ delay: 7, overrides: [override] })).toEqual({ ...later, failures: [failure] })
  expect(await set({ failures: [] })).toEqual(later)
  expect(await set({})).toEqual(later)
  expect((await call('GET /api/mock')).data.settings.delay).toBe(7)
})

test('a rule without an id gets one', async () => {
  const { id, ...fields } = failure
  const body = { failures: [fields, fields], overrides: [] }
  const { failures } = (await testApi().call('POST /api/mock/settings', { body })).data.settings
  expect(failures).toEqual([{ ...fields, id: expect.any(String) }, expect.anything()])
  expect(failures[0]?.id).not.toBe(failures[1]?.id)
})

test.each(stores)('settings in $medium are kept for the next worker (R13.9)', async ({ open }) => {
  const store = open()
  const body = { ...DEFAULTS, delay: 3, failures: [failure], overrides: [override] }
  await testApi(store).call('POST /api/mock/settings', { body })
  expect((await testApi(store).call('GET /api/mock')).data.settings).toEqual(body)
})

test.each(stores)('another open server sees new settings in $medium', async ({ open }) => {
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
  ['failures.0.method', { failures: [{ ...failure, method: 'post' }] }],
  ['failures.0.path', { failures: [{ ...failure, path: '/posts' }] }],
  ['failures.1.path', { failures: [failure, { ...failure, path: '/api/posts/:id' }] }],
  ['failures.0.path', { failures: [{ ...failure, method: 'GET' }] }],
  ['failures.0.path', { failures: [{ ...failure, path: '/api/mock/reset' }] }],
  ['failures.0.status', { failures: [{ ...failure, status: 200 }] }],
  ['failures.0.status', { failures: [{ ...failure, status: 600 }] }],
  ['failures.0.status', { failures: [{ ...failure, status: 400.5 }] }],
  ['failures.0.times', { failures: [{ ...failure, times: 0 }] }],
  ['failures.0.rate', { failures: [{ ...failure, rate: 1.1 }] }],
  ['failures.0.rate', { failures: [{ ...failure, rate: -0.1 }] }],
  ['overrides.0.status', { overrides: [{ ...override, status: 199 }] }],
  ['overrides.0.body', { overrides: [{ ...override, body: undefined }] }],
  ['overrides.0.path', { overrides: [{ ...override, path: '/api/posts/like/:id' }] }],
  ['overrides.0.path', { overrides: [{ ...override, path: '/api/posts?limit=2' }] }],
  ['failures.0.path', { failures: [{ ...failure, path: '/api/posts#top' }] }],
  ['delya', { delya: 9 }],
  ['failures.0.tims', { failures: [{ ...failure, tims: 1 }] }],
  ['failures.0.kind', { failures: [{ ...failure, kind: 'late' }] }],
  ['failures.0.after', { failures: [{ ...failure, after: 1 }] }],
  ['failures.0.retryAfter', { failures: [{ ...failure, retryAfter: -1 }] }],
  ['failures.0.p50', { failures: [{ ...failure, p50: 5 }] }],
  ['failures.0.p50', { failures: [{ ...rule, kind: 'slow' }] }],
  ['failures.0.p50', { failures: [{ ...rule, kind: 'slow', p50: 0 }] }],
  ['failures.0.p95', { failures: [{ ...rule, kind: 'slow', p50: 5, p95: 60_001 }] }],
  ['failures.0.p95', { failures: [{ ...rule, kind: 'slow', p50: 5, p95: 4 }] }],
  ['failures.0.status', { failures: [{ ...rule, kind: 'hang', status: 500 }] }],
  ['failures.0.after', { failures: [{ ...rule, kind: 'cut', after: true }] }],
  ['failures.0.status', { failures: [{ ...rule, kind: 'html', status: 204 }] }],
  ['failures.0.location', { failures: [{ ...rule, kind: 'redirect' }] }],
  ['failures.0.location', { failures: [{ ...rule, kind: 'redirect', location: '//a.test' }] }],
  ['failures.0.location', { failures: [{ ...rule, kind: 'redirect', location: '/\\a.test' }] }],
  ['failures.0.location', { failures: [{ ...rule, kind: 'redirect', location: '/a\nb' }] }],
  ['failures.0.status', { failures: [{ ...rule, kind: 'redirect', location: '/', status: 304 }] }],
  ['failures', { failures: Array.from({ length: 101 }, () => failure) }],
  ['overrides.0.rate', { overrides: [{ ...override, rate: 0.5 }] }],
])(
  'an invalid %s in %j is named in the error, and nothing is set (R13.5)',
  async (field, wrong) => {
    const store = memoryStore()
    const { call } = testApi(store)
    await call('GET /api/mock')
    const before = await valuesUnder(store)
    const text = JSON.stringify({ delay: 9, ...wrong })
    const { status, error } = await call('POST /api/mock/settings', { text })
    expect(status).toBe(400)
    expect(error).toEqual([expect.stringMatching(new RegExp(`^${field}: .`))])
    expect(await valuesUnder(store)).toEqual(before)
  },
)

test('the controls work, and can end it, while every call fails (R13.1)', async () => {
  const { call } = testApi()
  const body = { failures: [{ method: '*', path: '*', status: 503 }] }
  await call('POST /api/mock/settings', { body })
  expect((await call('POST /api/auth/login', { body: guest })).status).toBe(503)
  for (const name of ['GET /api/mock', 'GET /api/mock/snapshot', 'GET /api/openapi.json'] as const)
    expect((await call(name)).status).toBe(200)
  expect((await call('POST /api/mock/settings', { body: { failures: [] } })).status).toBe(200)
  expect((await call('POST /api/auth/login', { body: guest })).status).toBe(200)
})

test('a request reads no settings from the medium when they are cached', async () => {
  const below = memoryStore()
  const { send } = testApi(rowCache(below, crypto.randomUUID()))
  // The first one stores the seeds.
  for (let n = 0; n < 2; n++) await send('/api/posts')
  const read = vi.spyOn(below, 'read')
  await send('/api/posts')
  expect(read.mock.calls.flat(2)).not.toContain('meta/settings')
  await send('/api/test-todos')
  expect(read.mock.calls.flat(2)).not.toContain('meta/settings')
})

const NONE = { users: 0, posts: 0, comments: 0 }
const everyPost = { id: 'a', method: 'POST', path: '*', status: 500 }

/** An API with a new user, a post of that user and a failure for posts. */
async function usedApi(store = memoryStore()) {
  const api = testApi(store)
  const ada = await api.signUp('ada')
  await api.writePost(ada.token, 'Before the reset')
  const { token } = await api.logIn()
  await api.call('POST /api/mock/settings', { body: { delay: 0, failures: [everyPost] } })
  return { ...api, ada, token, store }
}

test.each(stores)('a reset to the default restores the seeds over $medium', async (given) => {
  const { call, send, store } = await usedApi(given.open())
  const { status, data } = await call('POST /api/mock/reset', { body: { seed: 'default' } })
  expect(status).toBe(200)
  expect(data.counts).toEqual({ users: 5, posts: 5, comments: 1 })
  expect(data.settings.failures).toEqual([everyPost])
  expect((await call('GET /api/posts')).data.posts.map((post) => post.id)).toEqual([...'54321'])
  expect((await send('/api/users/6')).status).toBe(404)
  expect(await valuesUnder(store, 'users.username/')).toHaveLength(5)
})

test('after a reset, ids start again', async () => {
  const { call, logIn, writePost } = await usedApi()
  await call('POST /api/mock/reset', { body: { seed: 'default', settings: true } })
  const { token } = await logIn()
  expect((await writePost(token, 'Next')).id).toBe('6')
})

test('a session survives a reset if its user does', async () => {
  const { call, ada, token } = await usedApi()
  await call('POST /api/mock/reset', { body: { seed: 'default', settings: true } })
  const verify = async (encodedToken: string) =>
    (await call('POST /api/auth/verify', { body: { encodedToken } })).status
  expect(await verify(token)).toBe(200)
  expect(await verify(ada.token)).toBe(401)
})

test('an empty mock has no users and posts, and guest log-in fails with the text of the catalogue', async () => {
  const { call, store } = await usedApi()
  const { data } = await call('POST /api/mock/reset', { body: { seed: 'empty', settings: true } })
  expect(data.counts).toEqual(NONE)
  expect((await call('GET /api/users')).data.users).toEqual([])
  expect((await call('GET /api/posts')).data.posts).toEqual([])
  const { status, error } = await call('POST /api/auth/login', { body: guest })
  expect(status).toBe(404)
  expect(error).toEqual(['The username you entered is not Registered. Not Found error'])
  expect(await valuesUnder(store, 'users')).toEqual([])
})

test('the guest alone is added to data without a guest, once (R1.12)', async () => {
  const { call, signUp, logIn, readPost, writePost } = testApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const ada = await signUp('ada')
  const post = await writePost(ada.token, 'Still here')
  for (let times = 0; times < 2; times++) {
    const { status, data } = await call('POST /api/mock/reset', { body: { seed: 'guest' } })
    expect([status, data.counts]).toEqual([200, { users: 2, posts: 1, comments: 0 }])
  }
  const { user, token } = await logIn()
  expect(user).toMatchObject({ id: '2', username: 'guest', firstName: 'Guest Driver' })
  expect(await readPost(post._id)).toEqual(post)
  expect((await writePost(token, 'Back again')).username).toBe('guest')
})

test('the first sign-up on an empty mock creates user 1', async () => {
  const { call, signUp } = testApi()
  await call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const { user } = await signUp('ada')
  expect(user.id).toBe('1')
})

test('a reset restores the settings only on request (R13.6)', async () => {
  const { call } = await usedApi()
  const reset = async (settings: boolean) =>
    (await call('POST /api/mock/reset', { body: { seed: 'empty', settings } })).data.settings
  expect(await reset(false)).toEqual({ ...DEFAULTS, failures: [everyPost] })
  expect(await reset(true)).toEqual(DEFAULTS)
})

test.each(stores)(
  'the requested number of users and posts is generated over $medium (R13.6)',
  async ({ open }) => {
    const { call, logIn } = testApi(open())
    const body = { seed: { users: 20, posts: 150, seed: 7 } }
    const { data } = await call('POST /api/mock/reset', { body })
    expect(data.counts).toMatchObject({ users: 20, posts: 150 })
    expect((await call('GET /api/users')).data.users).toHaveLength(20)
    expect((await call('GET /api/posts')).data.posts).toHaveLength(150)
    expect((await logIn()).user.username).toBe('guest')
  },
)

test('a reset that does not fit the device changes nothing', async () => {
  const { call, store } = await usedApi()
  const before = await valuesUnder(store)
  const { write } = store
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  store.write = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  const body = { seed: { users: 20, posts: 50 } }
  expect((await call('POST /api/mock/reset', { body })).status).toBe(507)
  store.write = write
  expect(await valuesUnder(store)).toEqual(before)
})

test.each([
  ['seed', { seed: 'full' }],
  ['seed.users', { seed: { users: 0, posts: 5 } }],
  ['seed.users', { seed: { users: 1001, posts: 5 } }],
  ['seed.users', { seed: { posts: 5 } }],
  ['seed.posts', { seed: { users: 5, posts: 50_001 } }],
  ['seed.posts', { seed: { users: 5, posts: '5' } }],
  ['seed.seed', { seed: { users: 5, posts: 5, seed: -1 } }],
  ['seed.sed', { seed: { users: 5, posts: 5, sed: 1 } }],
  ['settings', { seed: 'empty', settings: 1 }],
  ['setting', { seed: 'empty', setting: true }],
])('an invalid %s in %j is named in the error, and nothing is replaced', async (field, wrong) => {
  const { call, store } = await usedApi()
  const before = await valuesUnder(store)
  const { status, error } = await call('POST /api/mock/reset', { text: JSON.stringify(wrong) })
  expect(status).toBe(400)
  expect(error).toEqual([expect.stringMatching(new RegExp(`^${field}: .`))])
  expect(await valuesUnder(store)).toEqual(before)
})
