import { expect, test } from 'vitest'
import type { Body } from '../src/contract/calls.ts'
import type { NewFailure } from '../src/contract/failures.ts'
import type { Host } from './host.ts'
import { bytesBeforeCut, slowDelay } from './rule-reply.ts'
import { Dice } from './store/random.ts'
import { testApi } from './testing/api.ts'

const feed = { method: 'GET', path: '/api/posts' }
const like = { method: 'POST', path: '/api/posts/like/:postId' }

/** An API whose calls fail in this way, with a signed-in guest. */
async function failing(failure: NewFailure | NewFailure[], host?: Partial<Host>) {
  const api = testApi(undefined, host)
  const { token } = await api.logIn()
  const set = (body: Body<'POST /api/mock/settings'>) =>
    api.call('POST /api/mock/settings', { body })
  await set({ failures: [failure].flat() })
  const init = { method: 'POST', headers: { authorization: token } }
  const sendLike = (signal?: AbortSignal) => api.send('/api/posts/like/1', { ...init, signal })
  const likeCount = async () => (await api.readPost('1')).likes.likeCount
  return { ...api, set, sendLike, likeCount }
}

test('a 429 says when to try again', async () => {
  const { send } = await failing({ ...feed, status: 429, retryAfter: 30 })
  const { status, headers } = await send('/api/posts')
  expect([status, headers.get('Retry-After')]).toEqual([429, '30'])
})

test.each([
  [{ ...like, status: 503 }, 503, 0],
  [{ ...like, status: 503, after: true }, 503, 1],
  [{ ...like, status: 0 }, 0, 0],
  [{ ...like, status: 0, after: true }, 0, 1],
  [{ ...like, kind: 'html' }, 200, 0],
  [{ ...like, kind: 'redirect', location: '/' }, 302, 0],
  [{ ...like, kind: 'malformed' }, 201, 1],
  [{ ...like, kind: 'slow', p50: 1 }, 201, 1],
] satisfies [NewFailure, number, number][])(
  'with %j, a like is answered with %i, and %i are stored (R13.3)',
  async (failure, status, likes) => {
    const { sendLike, likeCount } = await failing(failure)
    expect((await sendLike()).status).toBe(status)
    expect(await likeCount()).toBe(likes)
  },
)

test('an error of a call that is done before it fails is lost, too', async () => {
  const { send } = await failing({ ...like, status: 504, after: true })
  expect((await send('/api/posts/like/1', { method: 'POST' })).status).toBe(504)
})

test('a write whose reply is lost is done once when it is sent again', async () => {
  const { call, logIn } = await failing({
    method: 'POST',
    path: '/api/posts',
    times: 1,
    status: 0,
    after: true,
  })
  const { token } = await logIn()
  const key = '01890a5d-ac96-774b-bcce-b302099a8057'
  const write = () => call('POST /api/posts', { body: { content: 'Once' }, token, key })
  expect((await write()).status).toBe(0)
  expect((await write()).status).toBe(201)
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.filter(({ content }) => content === 'Once')).toHaveLength(1)
})

test('a page of HTML comes without scripts, with the status that was set', async () => {
  const { send, set } = await failing({ ...feed, kind: 'html' })
  const page = await send('/api/posts')
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html'])
  const text = await page.text()
  expect(text).toContain('<!doctype html>')
  expect(text).not.toMatch(/<script|style|on\w+=/i)
  await set({ failures: [{ ...feed, kind: 'html', status: 502 }] })
  expect((await send('/api/posts')).status).toBe(502)
})

test.each([302, 307] as const)('a redirect with %i names its path', async (status) => {
  const { send } = await failing({ ...feed, kind: 'redirect', location: '/api/users', status })
  const reply = await send('/api/posts')
  expect([reply.status, reply.headers.get('Location')]).toEqual([status, '/api/users'])
})

test('malformed JSON is the first half of the reply, and is not cached', async () => {
  const { send, set } = await failing({ ...feed, kind: 'malformed' })
  const reply = await send('/api/posts')
  expect(reply.headers.get('Content-Type')).toBe('application/json')
  expect(reply.headers.get('Cache-Control')).toBe('no-store')
  const half = await reply.text()
  expect(() => JSON.parse(half)).toThrow(SyntaxError)
  await set({ failures: [] })
  const whole = await (await send('/api/posts')).text()
  expect(whole).toMatch(half.slice(0, 500))
  expect(half.length).toBeCloseTo(whole.length / 2, -2)
})

test('a cut-off body begins, then its stream fails', async () => {
  const { send } = await failing({ ...feed, kind: 'cut' })
  const reply = await send('/api/posts')
  expect(reply.status).toBe(200)
  const begun = bytesBeforeCut(reply)
  const reader = reply.body?.getReader()
  expect((await reader?.read())?.value).toEqual(begun)
  expect(new TextDecoder().decode(begun)).toMatch(/^\{"posts":\[/)
  await expect(reader?.read()).rejects.toThrow('broke the connection')
})

test.each([false, true])(
  'a hanging call ends when the client gives up; done before: %s',
  async (after) => {
    const { sendLike, likeCount, set } = await failing({ ...like, kind: 'hang', after })
    const client = new AbortController()
    let isOver = false
    const hanging = sendLike(client.signal).finally(() => {
      isOver = true
    })
    // It holds no lock: other calls and writes go on.
    await set({ delay: 0 })
    await expect.poll(likeCount).toBe(after ? 1 : 0)
    expect(isOver).toBe(false)
    client.abort()
    expect((await hanging).type).toBe('error')
    expect(await likeCount()).toBe(after ? 1 : 0)
  },
)

test('when the failures are turned off, a hanging read is answered and a hanging write fails', async () => {
  const { send, sendLike, likeCount, set, call } = await failing([
    { ...feed, kind: 'hang', times: 1 },
    { ...like, kind: 'hang', times: 1 },
  ])
  const hanging = Promise.all([send('/api/posts'), sendLike()])
  const failures = async () => (await call('GET /api/mock')).data.settings.failures
  await expect.poll(failures).toEqual([])
  await set({ failures: [] })
  const [read, write] = await hanging
  expect(read.status).toBe(200)
  expect(write.type).toBe('error')
  expect(await likeCount()).toBe(0)
})

test('a hanging call ends when its host is about to stop', async () => {
  const host = new AbortController()
  const { send } = await failing({ ...feed, kind: 'hang' }, { closing: host.signal })
  const hanging = send('/api/posts')
  host.abort()
  expect((await hanging).type).toBe('error')
})

test('the delays of a slow failure have the percentiles that were set (R13.3)', () => {
  const dice = new Dice(18)
  const slow = { ...feed, id: 'a', kind: 'slow', p50: 1000, p95: 5000 } as const
  const delays = Array.from({ length: 2000 }, () => slowDelay(slow, { random: () => dice.roll() }))
  delays.sort((a, b) => a - b)
  expect(delays[1000]).toBeGreaterThan(900)
  expect(delays[1000]).toBeLessThan(1100)
  expect(delays[1900]).toBeGreaterThan(4000)
  expect(delays[1900]).toBeLessThan(6000)
  // The longest and the shortest that two random numbers can give.
  expect(slowDelay({ ...slow, p95: 60_000 }, { random: () => 1 - 2 ** -32 })).toBe(60_000)
  expect(slowDelay(slow, { random: () => 0 })).toBe(1000)
})

test('a slow failure without p95 always takes p50, in place of the general delay', async () => {
  const { send, set } = await failing({ ...feed, kind: 'slow', p50: 3 })
  await set({ delay: 1 })
  const timingOf = async (path: string) => (await send(path)).headers.get('Server-Timing')
  expect(await timingOf('/api/posts')).toContain('delay;dur=3.0')
  expect(await timingOf('/api/users')).toContain('delay;dur=1.0')
})

test('a slow failure also delays pictures, and the reply of another failure', async () => {
  const slow = { method: 'GET', path: '*', kind: 'slow', p50: 2 } as const
  const { send, upload, logIn } = await failing([slow, { ...feed, status: 500, times: 1 }])
  const failed = await send('/api/posts')
  expect([failed.status, failed.headers.get('Server-Timing')]).toEqual([
    500,
    expect.stringContaining('delay;dur=2.0'),
  ])
  expect((await send('/api/posts')).status).toBe(200)
  const { url } = await upload((await logIn()).token)
  const picture = await send(url)
  expect([picture.status, picture.headers.get('Server-Timing')]).toEqual([
    200,
    expect.stringContaining('delay;dur=2.0'),
  ])
})

test('a slow failure and another one count their uses separately', async () => {
  const { send, call } = await failing([
    { ...feed, id: 'slow', kind: 'slow', p50: 1, times: 2 },
    { ...feed, id: 'down', status: 500, times: 1 },
  ])
  await send('/api/posts')
  const left = (await call('GET /api/mock')).data.settings.failures
  expect(left).toEqual([{ ...feed, id: 'slow', kind: 'slow', p50: 1, times: 1 }])
})
