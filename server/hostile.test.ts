import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { club, rawConnection, rawReply, rawRequest } from './testing/http-api.ts'

const LOG_IN = '/api/auth/login'
const account = { username: 'anna', password: 'wrong' }

test('after ten wrong passwords an account is closed for a while, and others are not', async () => {
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

test('log-ins that succeed are not limited', async () => {
  const { post, password } = await club({ account: 'anna' })
  for (let count = 0; count < 12; count++) {
    expect((await post(LOG_IN, { username: 'anna', password })).status).toBe(200)
  }
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

test('a club behind no proxy ignores X-Forwarded-For', async () => {
  const lines: { address: string }[] = []
  const { send } = await club({ log: (line) => lines.push(line) })
  await send('/healthz', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.address).not.toBe('192.0.2.1')
})

test('thousands of connections of one address leave room for the others', async () => {
  const { url, send } = await club({ host: '127.0.0.1' })
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const { port } = new URL(url)
  const opened = Array.from({ length: 2_000 }, () => {
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
