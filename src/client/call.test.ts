import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CURSOR_HEADER } from '../contract/changes.ts'
import { call, callAgain, isThisTab, noteForeignChange, recentCalls } from './call.ts'
import { TAB } from './tabs.ts'

/** The requests in the order in which they were sent, each with a function that replies to it. */
let sent: { line: string; answer: (body: object, headers?: HeadersInit) => void }[]

beforeEach(() => {
  sent = []
  const serviceWorker = { value: { controller: {} }, configurable: true }
  Object.defineProperty(navigator, 'serviceWorker', serviceWorker)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('http://gearheads.test/'))
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = (body: object, headers?: HeadersInit) =>
      resolve(Response.json(body, { headers }))
    sent.push({ line: `${method} ${url}`, answer })
    return promise
  })
})
afterEach(() => vi.unstubAllGlobals())

const readPosts = () => call('GET /api/posts', {})
const likePost = () => call('POST /api/posts/like/:postId', { params: { postId: '1' } })

async function answer(index: number, body: object): Promise<void> {
  await expect.poll(() => sent.length).toBeGreaterThan(index)
  sent[index]?.answer(body)
}

it('a read during which this page has written is repeated', async () => {
  const reading = readPosts()
  await expect.poll(() => sent).toHaveLength(1)
  const writing = likePost()
  await answer(1, { posts: [], liked: [] })
  await writing
  await answer(0, { posts: ['before the write'] })
  await answer(2, { posts: ['after the write'] })
  expect(await reading).toEqual({ posts: ['after the write'] })
  expect(sent.map(({ line }) => line)).toEqual([
    'GET /api/posts',
    'POST /api/posts/like/1',
    'GET /api/posts',
  ])
})

it('a read during which another tab has written is repeated', async () => {
  const reading = readPosts()
  await expect.poll(() => sent).toHaveLength(1)
  noteForeignChange()
  await answer(0, { posts: ['before the change'] })
  await answer(1, { posts: ['after the change'] })
  expect(await reading).toEqual({ posts: ['after the change'] })
})

it('a read that no write overlaps is sent once', async () => {
  const reading = readPosts()
  await answer(0, { posts: [] })
  expect(await reading).toEqual({ posts: [] })
  expect(sent).toHaveLength(1)
})

it('a call that gets no reply ends, but a control may take any time (R11.1)', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  const reading = readPosts()
  await answer(0, { posts: [] })
  await reading
  // The longest delay of the controls, and time for the work.
  expect(limits).toHaveBeenLastCalledWith(75_000)
  const reset = call('POST /api/mock/reset', { body: { seed: 'default' } })
  await answer(1, {})
  await reset
  expect(limits).toHaveBeenCalledTimes(1)
})

it('changes of this page have its id, or at a club the name that is in the replies', async () => {
  expect([isThisTab(TAB), isThisTab('name'), isThisTab('')]).toEqual([true, false, false])
  const reading = readPosts()
  await expect.poll(() => sent).toHaveLength(1)
  sent[0]?.answer({ posts: [] }, { 'App-Tab': 'name' })
  await reading
  expect([isThisTab(TAB), isThisTab('name'), isThisTab('')]).toEqual([true, true, false])
  // After a log-in, it has another one. Changes under the first can still be on their way.
  const again = readPosts()
  await expect.poll(() => sent).toHaveLength(2)
  sent[1]?.answer({ posts: [] }, { 'App-Tab': 'second' })
  await again
  expect([isThisTab('name'), isThisTab('second')]).toEqual([true, true])
})

it.each([
  ['the connection is lost', () => Promise.reject(new TypeError('Failed to fetch')), 2],
  ['a proxy replies', async () => new Response('<p>Log in</p>'), 2],
  ['a gateway replies', async () => new Response('<p>Time-out</p>', { status: 504 }), 2],
  ['it is refused', async () => Response.json({ error: ['No.'] }, { status: 500 }), 1],
])('a write is asked for again under its key, once, when %s (R4.13)', async (_, reply, times) => {
  const keys: string[] = []
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key') ?? '')
    return reply()
  })
  const writing = callAgain('POST /api/posts', { body: { content: 'Vroom' } })
  const { response } = await writing.catch((error) => error)
  expect(keys).toHaveLength(times)
  // The draft of a write without a response says that it may have been posted.
  expect(Boolean(response)).toBe(times === 1)
  expect(new Set(keys).size).toBe(1)
})

it('the last 20 calls are kept for a bug report, with their status or error, and without ids', async () => {
  const replies = [
    async () => Response.json({ error: ['No.'] }, { status: 500 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Response.json({ posts: [] }),
  ]
  for (let index = 0; index < 30; index++) {
    vi.stubGlobal('fetch', replies[index % 3])
    await (index % 3 === 2 ? readPosts() : likePost()).catch(() => undefined)
  }
  expect(recentCalls()).toHaveLength(20)
  expect(recentCalls().slice(-3)).toMatchObject([
    { name: 'POST /api/posts/like/:postId', status: 500 },
    { name: 'POST /api/posts/like/:postId', status: 'Network Error' },
    { name: 'GET /api/posts', status: 200 },
  ])
})

it('a page follows the changes of a club from the place before its first reply', async () => {
  vi.resetModules()
  const page = await import('./call.ts')
  expect(page.firstCursor()).toBe('')
  for (const cursor of ['1', '2']) {
    const headers = { [CURSOR_HEADER]: cursor }
    vi.stubGlobal('fetch', async () => Response.json({ posts: [] }, { headers }))
    await page.call('GET /api/posts', {})
  }
  expect(page.firstCursor()).toBe('1')
})
