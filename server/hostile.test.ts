import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as serialize from '../mocks/domain/serialize.ts'
import * as search from '../mocks/search/search.ts'
import { club, rawConnection, rawReply, rawRequest } from './testing/http-api.ts'

const LOG_IN = '/api/auth/login'
const account = { username: 'anna', password: 'wrong' }

test('after ten wrong passwords an account is closed to an address for a while, and others are not', async () => {
  const { post, password } = await club({ account: 'anna' })
  const statuses = async (count: number, body: object) => {
    const replies = Array.from({ length: count }, () => post(LOG_IN, body))
    return (await Promise.all(replies)).map(({ status }) => status).sort()
  }
  expect(await statuses(12, account)).toEqual([...Array(10).fill(401), 429, 429])
  const reply = await post(LOG_IN, { username: ' ANNA ', password })
  expect(reply.status).toBe(429)
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(60)
  expect((await reply.json()).error).toEqual([
    'Too many failed log-ins. Try again in a few minutes.',
  ])
  expect((await post(LOG_IN, { username: 'ben', password: 'wrong' })).status).toBe(404)
})

test('wrong passwords from elsewhere do not close an account to its owner', async () => {
  const { post, password } = await club({ account: 'anna', trustProxy: true })
  const logIn = async (address: string, text = password) =>
    (await post(LOG_IN, { username: 'anna', password: text }, { 'X-Forwarded-For': address }))
      .status
  expect(await logIn('192.0.2.1')).toBe(200)
  const guess = (network: number) => logIn(`198.51.100.${network}`, 'wrong')
  const tenTimes = (network: number) =>
    Promise.all(Array.from({ length: 10 }, () => guess(network)))
  expect(await tenTimes(0)).toEqual(Array(10).fill(401))
  expect(await guess(0)).toBe(429)
  expect(await logIn('192.0.2.2')).toBe(200)
  for (let network = 1; network < 10; network++) {
    expect(await tenTimes(network)).toEqual(Array(10).fill(401))
  }
  // Guesses from many addresses count together, and those of closed ones do not count.
  expect(await logIn('192.0.2.3')).toBe(429)
  expect([await logIn('192.0.2.1'), await logIn('192.0.2.2')]).toEqual([200, 200])
  // An address of the owner has no more guesses than any other.
  const guesses = Array.from({ length: 12 }, () => logIn('192.0.2.1', 'wrong'))
  expect((await Promise.all(guesses)).sort()).toEqual([...Array(10).fill(401), 429, 429])
})

test('no spelling of a name that finds the account has guesses of its own', async () => {
  const { post, password } = await club({ account: 'anna' })
  const spellings = ['anna', 'anna\u202e', '\u202danna', 'an\u200bna', 'ANNA\u0000', 'ａnna\u2800']
  const results = new Map<string, number[]>()
  for (const username of spellings) {
    const found = (await post(LOG_IN, { username, password })).status === 200
    if (found) results.set(username, [])
  }
  expect(results.size).toBeGreaterThan(2)
  for (let n = 0; n < 10; n++) {
    const username = [...results.keys()][n % results.size]
    expect((await post(LOG_IN, { username, password: 'wrong' })).status).toBe(401)
  }
  for (const username of results.keys())
    expect((await post(LOG_IN, { username, password })).status).toBe(429)
})

test('a byte order mark before the JSON is no way around the limit of an account', async () => {
  const { send, password } = await club({ account: 'anna' })
  const guess = (text: string) =>
    send(LOG_IN, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `\ufeff${JSON.stringify({ username: 'anna', password: text })}`,
    })
  const replies = await Promise.all(Array.from({ length: 10 }, () => guess('wrong')))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(401))
  expect((await guess(password ?? '')).status).toBe(429)
})

test('a repeated sign-up with a wrong password counts as a failed log-in of the account', async () => {
  const { post } = await club({ account: 'anna' })
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada' }
  expect((await post('/api/auth/signup', body, key)).status).toBe(201)
  const guess = () => post('/api/auth/signup', { ...body, password: 'Torque#2' }, key)
  const replies = await Promise.all(Array.from({ length: 12 }, guess))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
  expect((await post(LOG_IN, body)).status).toBe(429)
})

test('log-ins that succeed are not limited', async () => {
  const { post, password } = await club({ account: 'anna' })
  for (let count = 0; count < 12; count++) {
    expect((await post(LOG_IN, { username: 'anna', password })).status).toBe(200)
  }
})

test('a username that grows when it is folded is refused before it is folded', async () => {
  const { post } = await club()
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  const username = '\ufdfa'.repeat(5_000)
  for (const path of [LOG_IN, '/api/auth/signup']) {
    const reply = await post(path, { username, password: 'wrong', name: 'Ada' })
    expect([reply.status, (await reply.json()).error]).toEqual([
      400,
      ['username: must be at most 100 characters'],
    ])
  }
  expect(normalize.mock.contexts.map(String)).not.toContain(username)
})

test('an address with too many requests gets 429, and another address is served', async () => {
  const requests = { burst: 3, perSecond: 0.001 }
  const { send } = await club({ trustProxy: true, limits: { requests } })
  const statusOf = async (address: string) =>
    (await send('/', { headers: { 'X-Forwarded-For': `made-up, ${address}` } })).status
  const statuses = [1, 2, 3, 4].map(() => statusOf('192.0.2.1'))
  expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 200, 429])
  expect(await statusOf('192.0.2.2')).toBe(200)
})

test('an address that copies the club again and again gets 429, and other reads are served', async () => {
  const { send } = await club({ limits: { copies: { burst: 2, perSecond: 0.001 } } })
  const statuses = [1, 2, 3].map(async () => (await send('/api/replica')).status)
  expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 429])
  expect((await send('/api/posts')).status).toBe(200)
})

test('log-ins of one address are limited, whatever the accounts', async () => {
  const { post } = await club({ limits: { logIns: { burst: 2, perSecond: 0.001 } } })
  const statuses = ['a', 'b', 'c'].map(
    async (username) => (await post(LOG_IN, { username, password: 'x' })).status,
  )
  expect((await Promise.all(statuses)).sort()).toEqual([404, 404, 429])
})

test('a club behind no proxy ignores X-Forwarded-For', async () => {
  const lines: { address: string }[] = []
  const { send } = await club({ log: (line) => lines.push(line) })
  await send('/healthz', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.address).not.toBe('192.0.2.1')
})

test('a thousand connections of one address leave room for the others', async () => {
  const { url, send } = await club({ host: '127.0.0.1' })
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const { port } = new URL(url)
  const opened = Array.from({ length: 1_000 }, () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.9' })
    sockets.push(socket)
    return new Promise<boolean>((resolve) => {
      socket.on('error', () => resolve(false)).on('close', () => resolve(false))
      // The server closes a connection that it does not accept at once.
      socket.on('connect', () => socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'))
      socket.on('data', () => resolve(true))
    })
  })
  const served = (await Promise.all(opened)).filter(Boolean)
  expect(served).toHaveLength(500)
  expect((await send('/api/posts')).status).toBe(200)
}, 60_000)

test('a body of 100 MB, and one that comes byte by byte, do not delay others', async () => {
  const { url, send } = await club({ limits: { headers: 300, request: 300, check: 20 } })
  const slow = rawConnection(url)
  slow.write('POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n')
  const drip = setInterval(() => slow.writable && slow.write('.'), 20)
  const large = rawConnection(url)
  large.write('POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n')
  const [dripped, refused] = await Promise.all([rawReply(slow), rawReply(large)])
  clearInterval(drip)
  expect([dripped.status, refused.status]).toEqual([408, 413])
  expect((await send('/healthz')).status).toBe(200)
})

test.each([
  '/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/.vite/manifest.json',
  '/_headers',
])('the path %s leads to no file', async (path) => {
  const { url } = await club()
  const { body } = await rawRequest(url, [`GET ${path} HTTP/1.1`, 'Host: localhost'])
  expect(body).toMatch(/^<html|error/)
  expect(body).not.toContain('"version"')
})

test('searches of one address run one after the other', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let running = 0
  const seen: number[] = []
  const find = async () => {
    seen.push(++running)
    await gate
    running--
    return []
  }
  const findPosts = vi.spyOn(search, 'findPosts').mockImplementation(find)
  onTestFinished(() => findPosts.mockRestore())
  const { send } = await club()
  const replies = [1, 2, 3].map((n) => send(`/api/posts?limit=5&search=${n}`))
  await expect.poll(() => running).toBe(1)
  expect((await send('/api/posts?limit=5')).status).toBe(200)
  open()
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(seen).toEqual([1, 1, 1])
})

test('an address has six requests running at a time, and the next ones wait, not those of others', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let running = 0
  const find = async () => {
    running++
    await opened
    return []
  }
  const serializePosts = vi.spyOn(serialize, 'serializePosts').mockImplementation(find)
  onTestFinished(() => serializePosts.mockRestore())
  const { send } = await club({ trustProxy: true })
  const read = (address: string) =>
    send('/api/posts?limit=1', { headers: { 'X-Forwarded-For': address } })
  const many = Array.from({ length: 20 }, () => read('192.0.2.1'))
  await expect.poll(() => running).toBe(6)
  const other = read('192.0.2.2')
  await expect.poll(() => running).toBe(7)
  open()
  const statuses = (await Promise.all([...many, other])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
