import { expect, onTestFinished, test, vi } from 'vitest'
import type { Post } from '../src/contract/entities.ts'
import type { Limits } from './limits.ts'
import { club, rawConnection } from './testing/http-api.ts'
import { REPLY_LIMITS, type ReplyLimits } from './unread-replies.ts'

// Millions of bytes take long on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const POSTS = 80

/** A club whose posts are more than the system buffers for a client that reads nothing. */
async function clubWithLongPosts(replies: Partial<ReplyLimits>, others: Partial<Limits> = {}) {
  const limits = { ...others, replies: { ...REPLY_LIMITS, ...replies } }
  const api = await club({ account: 'anna', limits })
  const logIn = async (account: object): Promise<string> =>
    (await (await api.post('/api/auth/login', account)).json()).encodedToken
  const encodedToken = await logIn({ username: 'anna', password: api.password })
  const write = (content: string, headers?: object) =>
    api.post('/api/posts', { content }, { authorization: encodedToken, ...headers })
  for (let n = 0; n < POSTS; n++) {
    await write('x'.repeat(60_000), { Prefer: 'return=minimal' })
  }
  /** Requests all posts and reads nothing of the reply but its first bytes. */
  const readNothing = async (path = '/api/posts') => {
    const socket = rawConnection(api.url)
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await new Promise((resolve) => socket.once('readable', resolve))
    return socket
  }
  return { ...api, logIn, write, readNothing }
}

test('a client that reads a long reply too slowly is disconnected', async () => {
  const { readNothing, close } = await clubWithLongPosts(
    { grace: 100, rate: 1_000_000_000 },
    { close: 600_000 },
  )
  await readNothing()
  // Closing waits for the open connections.
  await close()
})

test('a client that reads is not disconnected', async () => {
  const { send } = await clubWithLongPosts({ grace: 500, rate: 1_000 })
  for (const encoding of ['gzip', 'identity']) {
    const reply = await send('/api/posts', { headers: { 'Accept-Encoding': encoding } })
    expect((await reply.json()).posts).toHaveLength(POSTS)
  }
})

test('replies that clients do not read have a limit, for every call', async () => {
  const { send, write, readNothing } = await clubWithLongPosts({ bytes: 8_000_000, share: 1 })
  const socket = await readNothing('/api/posts?limit=100')
  for (const path of ['/api/posts?limit=60', '/api/posts']) {
    const reply = await send(path)
    expect([path, reply.status, reply.headers.get('Retry-After')]).toEqual([path, 503, '5'])
  }
  const key = { 'Idempotency-Key': 'a-post' }
  expect((await write('Done', key)).status).toBe(503)
  expect((await send('/api/users')).status).toBe(200)
  socket.destroy()
  await expect.poll(async () => (await send('/api/posts')).status).toBe(200)
  const { posts } = await (await write('Done', key)).json()
  expect(posts).toHaveLength(POSTS + 1)
})

test('a reply that repeats long posts is given up before it is made', async () => {
  const { send, post, write, logIn } = await clubWithLongPosts({ bytes: 8_000_000, share: 1 })
  const minimal = { Prefer: 'return=minimal' }
  const { posts } = await (await send('/api/posts')).json()
  for (const username of ['ben', 'cleo']) {
    const account = { username, password: 'Torque#1', name: username }
    await post('/api/auth/signup', account)
    const authorization = await logIn(account)
    for (const { _id } of posts)
      await post(`/api/posts/like/${_id}`, {}, { authorization, ...minimal })
  }
  const long = {
    error: [expect.stringContaining("Ask for a part of a list with 'limit'")],
  }
  const users = await send('/api/users')
  expect([users.status, await users.json()]).toEqual([413, long])
  const [cleo] = (await (await send('/api/users?limit=1')).json()).users
  expect(cleo.liked).toHaveLength(POSTS)
  // Nothing of it stays counted.
  expect((await send('/api/posts')).status).toBe(200)
  expect((await write('Done')).status).toBe(201)
})

test('a reply for which too much would be read is given up before that', async () => {
  const { send, write } = await clubWithLongPosts(
    {},
    { loads: { all: 20_000_000, own: 4_000_000 } },
  )
  expect((await send('/api/posts')).status).toBe(413)
  expect((await send('/api/posts?limit=60')).status).toBe(200)
  // The write is done, and its reply can be asked for again.
  const key = { 'Idempotency-Key': 'a-post' }
  expect((await write('Done', key)).status).toBe(413)
  const repeated = await write('Done', { ...key, Prefer: 'return=minimal' })
  expect(repeated.status).toBe(201)
  const { posts } = await (await send('/api/posts?limit=2')).json()
  expect(posts.map((post: Post) => post.content.length)).toEqual([4, 60_000])
})

test('reads that together load too much are refused for a while', async () => {
  const { send } = await clubWithLongPosts({}, { loads: { all: 5_000_000, own: 5_000_000 } })
  const replies = await Promise.all([1, 2, 3].map(() => send('/api/posts')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect((await send('/api/posts')).status).toBe(200)
})

test('slow readers make room for others', async () => {
  const limits = {
    bytes: 8_000_000,
    share: 1,
    grace: 300,
    rate: 1_000,
    rateWhenFull: 1_000_000_000,
  }
  const { send, readNothing } = await clubWithLongPosts(limits)
  await readNothing()
  await expect.poll(async () => (await send('/api/posts')).status).toBe(200)
})

test('clients that do not read long lists do not keep others from theirs', async () => {
  const { send, readNothing } = await clubWithLongPosts({ share: 1 })
  for (let n = 0; n < 9; n++) await readNothing()
  for (const path of ['/api/posts', '/api/replica']) expect((await send(path)).status).toBe(200)
})
