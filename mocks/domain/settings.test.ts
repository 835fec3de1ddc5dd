import { afterEach, expect, test, vi } from 'vitest'
import type { Body } from '../../src/contract/calls.ts'
import { openDatabase } from '../database.ts'
import { deviceHost, type Host } from '../host.ts'
import { createServer } from '../msw-handlers.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { Dice } from '../store/random.ts'
import { testApi } from '../testing/api.ts'
import { stores, valuesUnder } from '../testing/stores.ts'

type Settings = Body<'POST /api/mock/settings'>

/** The mock API with these settings. */
async function setApi(settings: Settings, host?: Partial<Host>, store = memoryStore()) {
  const api = testApi(store, host)
  const set = (body: Settings) => api.call('POST /api/mock/settings', { body })
  await set(settings)
  const statuses = async (...paths: string[]) =>
    (await Promise.all(paths.map((path) => api.send(path)))).map((response) => response.status)
  return { ...api, set, statuses, store }
}

afterEach(() => void vi.useRealTimers())

test('a failure returns its status and says that it was forced, and nothing changes', async () => {
  const store = memoryStore()
  const { token } = await testApi(store).logIn()
  const failures = [{ method: 'POST', path: '/api/posts/like/:postId', status: 500 }]
  const { call } = await setApi({ failures }, {}, store)
  const before = await valuesUnder(store)
  const options = { params: { postId: '1' }, token }
  const { status, error, headers } = await call('POST /api/posts/like/:postId', options)
  expect(status).toBe(500)
  expect(error).toEqual(['The mock answered 500, as its settings say.'])
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Server-Timing')).toContain('delay;dur=0.0')
  expect(await valuesUnder(store)).toEqual(before)
})

test('a failure returns the body that was set for it', async () => {
  const { call } = await setApi({
    failures: [{ method: 'GET', path: '/api/users', status: 418, body: { error: [] } }],
  })
  const { status, data } = await call('GET /api/users')
  expect([status, data]).toEqual([418, { error: [] }])
})

test('a failure with status 0 sends no reply, as without a network', async () => {
  const { send } = await setApi({ failures: [{ method: 'GET', path: '/api/posts', status: 0 }] })
  expect((await send('/api/posts')).type).toBe('error')
})

test.each([
  [{ method: 'GET', path: '/api/posts/:postId' }, [200, 503, 200]],
  [{ method: 'GET', path: '/api/posts/2' }, [200, 503, 200]],
  [{ method: 'GET', path: '/api/posts/3' }, [200, 200, 200]],
  [{ method: 'GET', path: '/api/posts' }, [503, 200, 200]],
  [{ method: 'GET', path: '*' }, [503, 503, 503]],
  [{ method: '*', path: '/api/users/:id' }, [200, 200, 503]],
  [{ method: 'POST', path: '*' }, [200, 200, 200]],
])('a failure of %j applies to exactly the matching requests (R13.3)', async (rule, expected) => {
  const { statuses } = await setApi({ failures: [{ ...rule, status: 503 }] })
  expect(await statuses('/api/posts?limit=2', '/api/posts/2', '/api/users/1/')).toEqual(expected)
})

test('an override replaces the reply until it is cleared (R13.4)', async () => {
  const { send, set } = await setApi({
    overrides: [{ method: 'GET', path: '/api/posts', status: 203, body: { posts: [] } }],
  })
  for (let times = 0; times < 2; times++) {
    const response = await send('/api/posts')
    expect([response.status, await response.json()]).toEqual([203, { posts: [] }])
  }
  await set({ overrides: [] })
  expect((await (await send('/api/posts')).json()).posts).toHaveLength(5)
})

test('an override of a status without a body has none', async () => {
  const rule = { method: 'DELETE', path: '/api/posts/:postId', status: 204, body: null }
  const { send } = await setApi({ overrides: [rule] })
  const response = await send('/api/posts/1', { method: 'DELETE' })
  expect([response.status, await response.text()]).toEqual([204, ''])
})

test('an override serves a route that does not exist yet, with the delay (R13.4)', async () => {
  const { send, set } = await setApi({
    overrides: [{ method: 'PUT', path: '/api/garage', status: 201, body: { bikes: 2 } }],
  })
  const response = await send('/api/garage', { method: 'PUT' })
  expect([response.status, await response.json()]).toEqual([201, { bikes: 2 }])
  expect((await send('/api/garage')).status).toBe(404)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await set({ delay: 30 })
  const slow = send('/api/garage', { method: 'PUT' })
  while (vi.getTimerCount() === 0) await new Promise(setImmediate)
  vi.advanceTimersByTime(30)
  expect((await slow).headers.get('Server-Timing')).toContain('delay;dur=30.0')
})

test('a failure has priority over an override, and the first rule of a list over the next', async () => {
  const at = { method: 'GET', path: '/api/posts' }
  const { statuses, set } = await setApi({
    overrides: [
      { ...at, status: 201, body: 1 },
      { ...at, status: 202, body: 2 },
    ],
  })
  expect(await statuses('/api/posts')).toEqual([201])
  await set({
    failures: [
      { ...at, status: 500 },
      { ...at, status: 501 },
    ],
  })
  expect(await statuses('/api/posts')).toEqual([500])
})

test('a request without a matching rule needs no write', async () => {
  const { statuses, store } = await setApi({
    failures: [{ method: 'POST', path: '*', status: 500, times: 1 }],
  })
  const write = vi.spyOn(store, 'write')
  await statuses('/api/posts', '/api/test-todos')
  expect(write).not.toHaveBeenCalled()
})

test.each(stores)(
  'of 20 parallel requests to two servers over $medium, exactly as many fail as were set',
  async (given) => {
    const store = given.open()
    const failures = [
      { id: 'a', method: 'GET', path: '/api/posts/:postId', status: 500, times: 3 },
      { id: 'b', method: 'GET', path: '*', status: 501, times: 4 },
    ]
    await setApi({ failures }, {}, store)
    const database = () => openDatabase(store)
    const servers = [1, 2].map(() => createServer(deviceHost({ database: database(), delayMs: 0 })))
    const ask = () => new Request('http://gearheads.test/api/posts/1')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => servers[n % 2]?.(ask())))
    const counts = Object.groupBy(answers, (answer) => String(answer?.status))
    expect(Object.entries(counts).map(([status, all]) => [status, all?.length])).toEqual([
      ['200', 13],
      ['500', 3],
      ['501', 4],
    ])
    expect((await testApi(store).call('GET /api/mock')).data.settings.failures).toEqual([])
  },
)

test('a new worker continues the count of a rule', async () => {
  const rule = { id: 'a', method: 'GET', path: '/api/posts', status: 500, times: 3 }
  const { statuses, store } = await setApi({ failures: [rule] })
  await statuses('/api/posts')
  const next = testApi(store)
  const { failures } = (await next.call('GET /api/mock')).data.settings
  expect(failures).toEqual([{ ...rule, times: 2 }])
})

test('an override that applies once is then removed (R13.4)', async () => {
  const { statuses } = await setApi({
    overrides: [{ method: 'GET', path: '/api/posts', status: 203, body: {}, times: 1 }],
  })
  expect(await statuses('/api/posts')).toEqual([203])
  expect(await statuses('/api/posts')).toEqual([200])
})

test('a failure with a rate applies at random, with that probability', async () => {
  const dice = new Dice(66)
  const rule = { method: 'GET', path: '/api/posts/:postId', status: 500, rate: 0.3 }
  const { statuses } = await setApi({ failures: [rule] }, { random: () => dice.roll() })
  const all = await statuses(...Array.from({ length: 200 }, () => '/api/posts/1'))
  const failed = all.filter((status) => status === 500).length
  expect(failed).toBeGreaterThan(40)
  expect(failed).toBeLessThan(80)
})

test('the count decreases only when the rule applies', async () => {
  const numbers = [0.9, 0.1, 0.9, 0.1, 0.1]
  const rule = { method: 'GET', path: '/api/posts', status: 500, rate: 0.5, times: 2 }
  const { send } = await setApi({ failures: [rule] }, { random: () => numbers.shift() ?? 0 })
  const seen = []
  for (let times = 0; times < 5; times++) seen.push((await send('/api/posts')).status)
  expect(seen).toEqual([200, 500, 200, 500, 200])
})

test.each([
  [0, 200],
  [1, 500],
])('a rate of %d is certain', async (rate, expected) => {
  const rule = { method: 'GET', path: '/api/posts', status: 500, rate }
  for (const random of [() => 0, () => 0.999_999]) {
    const { statuses } = await setApi({ failures: [rule] }, { random })
    expect(await statuses('/api/posts')).toEqual([expected])
  }
})
