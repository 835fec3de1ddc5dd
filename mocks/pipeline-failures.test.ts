import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls } from '../src/contract/calls.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { quote } from './api-error.ts'
import { handlers } from './handlers/handlers.ts'
import { memoryStore } from './store/adapters/memory.ts'
import { idbStore } from './store/row-cache.ts'
import { testApi } from './testing/api.ts'
import { callNames, prepareExample } from './testing/examples.ts'
import { fillIndexedDb, valuesUnder } from './testing/stores.ts'
import { wrongBodiesOf } from './testing/wrong-bodies.ts'

const STORAGE_FULL =
  'This device is out of storage, so nothing was changed. Free some space and try again.'

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

test('a failing store returns 500 in the error shape and without a stack (R12.8)', async () => {
  const store = memoryStore()
  const failure = new Error('The disk is on fire')
  store.scan = () => Promise.reject(failure)
  const response = await testApi(store).send('/api/posts')
  expect(response.status).toBe(500)
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(await response.json()).toEqual({
    error: ['The mock server failed: The disk is on fire'],
  })
  expect(logged).toHaveBeenCalledWith(failure)
})

test('a store that does not open is opened by the next request', async () => {
  const store = memoryStore()
  const { call } = testApi(store)
  vi.spyOn(store, 'read').mockRejectedValueOnce(new Error('Blocked'))
  expect((await call('GET /api/posts')).status).toBe(500)
  expect((await call('GET /api/posts')).data.posts).toHaveLength(5)
})

test('a thrown value that is not an Error returns 500 too', async () => {
  const store = memoryStore()
  store.scan = () => Promise.reject(null)
  const { status, error } = await testApi(store).call('GET /api/posts')
  expect([status, error]).toEqual([500, ['The mock server failed: null']])
})

test('an ApiError is not logged', async () => {
  expect((await testApi().send('/api/posts/999')).status).toBe(404)
  expect(logged).not.toHaveBeenCalled()
})

test('a full device returns 507 and changes nothing until there is space', async () => {
  const store = memoryStore()
  const { call, logIn } = testApi(store)
  const { token } = await logIn()
  const before = await valuesUnder(store)
  const full = vi.spyOn(store, 'write')
  full.mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'))
  const options = { params: { postId: '1' }, token }
  const { status, error } = await call('POST /api/posts/like/:postId', options)
  expect([status, error]).toEqual([507, [STORAGE_FULL]])
  expect(await valuesUnder(store)).toEqual(before)
  expect((await call('POST /api/posts/like/:postId', options)).status).toBe(201)
})

test('a full IndexedDB returns 507 and changes nothing', async () => {
  const store = idbStore(crypto.randomUUID())
  const { call, logIn } = testApi(store)
  const { token } = await logIn()
  const before = await valuesUnder(store)
  fillIndexedDb()
  const { status, error } = await call('POST /api/posts', { body: { content: 'Hi' }, token })
  expect([status, error]).toEqual([507, [STORAGE_FULL]])
  expect(await valuesUnder(store)).toEqual(before)
})

test('a like is rolled back when building its reply fails', async () => {
  const store = memoryStore()
  const { call, logIn } = testApi(store)
  const { token } = await logIn()
  const before = await valuesUnder(store)
  const options = { params: { postId: '1' }, token }
  vi.spyOn(store, 'scan').mockRejectedValueOnce(new Error('Out of oil'))
  expect((await call('POST /api/posts/like/:postId', options)).status).toBe(500)
  expect(await valuesUnder(store)).toEqual(before)
  const { data } = await call('POST /api/posts/like/:postId', options)
  expect(data.posts.at(-1)?.likes.likeCount).toBe(1)
})

test.each(callNames.filter((name) => 'writes' in calls[name]))(
  '%s that throws after its last write leaves the store unchanged',
  async (name) => {
    const { ask, store } = await prepareExample(name)
    const before = await valuesUnder(store)
    // One name of many: the compiler cannot match it to a handler.
    const table = handlers as Record<string, (ask: unknown) => Promise<unknown>>
    const whole = table[name]
    const spy = vi.spyOn(table, name).mockImplementation(async (given) => {
      await whole?.(given)
      throw new Error('Out of oil')
    })
    const { status, error } = await ask()
    expect([status, error]).toEqual([500, ['The mock server failed: Out of oil']])
    expect(await valuesUnder(store)).toEqual(before)
    spy.mockRestore()
    expect((await ask()).status).toBeLessThan(300)
  },
)

test('a lone surrogate becomes U+FFFD, in texts and in names', async () => {
  const { call } = testApi()
  const body = { username: 'ada \ud83c', password: 'Torque#1', name: '\udfcd' }
  const { data } = await call('POST /api/auth/signup', { body })
  expect(data.createdUser).toMatchObject({ username: 'ada \ufffd', firstName: '\ufffd' })
  const params = { username: data.createdUser.username }
  expect((await call('GET /api/posts/user/:username', { params })).status).toBe(200)
})

test('complete emoji and text that looks like an escape are unchanged', async () => {
  const { logIn, writePost } = testApi()
  const { token } = await logIn()
  for (const text of ['🏍️', '\\ud83c', 'é\0']) {
    expect((await writePost(token, text)).content).toBe(text)
  }
})

test('a body that nests too deep for the store returns 400', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const edit = (depth: number) =>
    call('POST /api/users/edit', {
      text: `{"userData":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
      token,
    })
  expect((await edit(90)).status).toBe(201)
  for (const depth of [100, 20_000]) {
    const error = ['body: must not nest deeper than 100 levels']
    expect(await edit(depth)).toMatchObject({ status: 400, data: { error } })
  }
})

const LONG = 'x'.repeat(10_000)
const catalogue = Math.max(...Object.values(apiErrors).map(({ text }) => text.length))

test('quote keeps texts of 200 characters and does not cut an emoji in half', () => {
  expect(quote('x'.repeat(200))).toBe('x'.repeat(200))
  expect(quote('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(quote(`${'x'.repeat(198)}🏍️`)).toBe(`${'x'.repeat(198)}\ufffd…`)
})

const withJson = callNames.filter((name) => 'body' in calls[name] && !('form' in calls[name]))

test.each(withJson)('the errors of %s repeat at most 200 characters of a body', async (name) => {
  const { ask } = await prepareExample(name)
  const lengthened = (value: unknown) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner + LONG : inner))
  const wrong = wrongBodiesOf(name)
  const named = wrong.map(([field]) => ({ [field]: LONG }))
  for (const body of [LONG, [LONG], { [LONG]: LONG }, ...wrong.map(([, one]) => one), ...named]) {
    const { error } = await ask({ text: lengthened(body) })
    expect(error?.[0]?.length ?? 0).toBeLessThanOrEqual(Math.max(200, catalogue))
  }
})

test('the error of an unknown path repeats at most 200 characters of it', async () => {
  const { send } = testApi()
  const shortest = (await (await send('/api/x')).json()).error[0].length
  for (const [path, method] of [
    [`/api/${LONG}`, 'GET'],
    ['/api/x', LONG],
    [`/api/${LONG}`, LONG],
  ] as const) {
    const [text] = (await (await send(path, { method })).json()).error
    expect(text.length).toBeLessThanOrEqual(shortest + 200)
    expect(text).toContain('but there was no route defined')
  }
})
