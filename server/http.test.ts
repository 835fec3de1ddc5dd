import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from './http.ts'
import { limitsFor } from './limits.ts'
import { httpApi, rawConnection, rawReply, rawRequest } from './testing/http-api.ts'

const POST = 'POST /api/mock/settings HTTP/1.1\r\nHost: localhost\r\n'
const LARGEST = 20_000_000

// Millions of bytes take long on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

test('a body of 20 MB is read (R15.10)', async () => {
  const { url } = await httpApi()
  const lines = ['POST /api/mock/settings HTTP/1.1', 'Host: localhost']
  const { status } = await rawRequest(url, lines, '{"delay":0}'.padEnd(LARGEST))
  expect(status).toBe(200)
})

test('a body whose Content-Length is too large is rejected before it arrives, and the connection closed', async () => {
  const { url, send } = await httpApi()
  const socket = rawConnection(url)
  socket.write(`${POST}Content-Length: ${LARGEST + 1}\r\n\r\n`)
  const { status, head, body } = await rawReply(socket)
  expect([status, JSON.parse(body)]).toEqual([413, { error: ['The body is larger than 20 MB.'] }])
  expect(head).toMatch(/^Connection: close$/im)
  expect((await send('/api/mock')).status).toBe(200)
})

test('a body that grows without end is rejected, and its rest not read', async () => {
  const { url } = await httpApi()
  const socket = rawConnection(url)
  socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`)
  const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`
  // The maximum size of a body.
  const pour = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', pour)
  pour()
  expect(await rawReply(socket)).toMatchObject({ status: 413 })
  expect(socket.bytesWritten).toBeLessThan(2 * LARGEST)
})

test('a picture that is too large for any body gets the same error text', async () => {
  const { send } = await httpApi()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(LARGEST)]))
  const response = await send('/api/uploads', { method: 'POST', body: form })
  expect([response.status, await response.json()]).toEqual([
    413,
    { error: ['The body is larger than 20 MB.'] },
  ])
})

test.each([
  ['headers', 'GET /api/posts HTTP/1.1\r\nHost: loc'],
  ['a body', `${POST}Content-Length: 11\r\n\r\n{"del`],
  ['nothing', ''],
])('a client that sends only %s gets a 408', async (_, start) => {
  const { url } = await httpApi({ limits: { headers: 30, request: 60, check: 10 } })
  const socket = rawConnection(url)
  socket.write(start)
  const { status, body } = await rawReply(socket)
  expect([status, JSON.parse(body)]).toEqual([
    408,
    { error: ['The request took too long to arrive.'] },
  ])
})

test.each([
  ['a line that is no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers of 100 kB', `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(100_000)}`, 431],
])('%s is rejected in the common error shape', async (_, sent, expected) => {
  const { url } = await httpApi()
  const socket = rawConnection(url)
  socket.write(sent)
  const { status, body } = await rawReply(socket)
  expect([status, JSON.parse(body)]).toEqual([expected, { error: [expect.stringMatching(/./)] }])
})

test('a client that does not read its reply is disconnected', async () => {
  // Longer than the override, a large body, takes to be stored.
  const { url, set, close } = await httpApi({ limits: { idle: 5_000, close: 600_000 } })
  // More than the system buffers for a client that reads nothing.
  const body = 'x'.repeat(10_000_000)
  await set({ overrides: [{ method: 'GET', path: '/api/posts', status: 200, body }] })
  const socket = rawConnection(url)
  socket.pause()
  socket.write('GET /api/posts HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await fetch(`${url}/api/mock`)
  // Closing waits for the open connections.
  await close()
  socket.destroy()
})

test('requests of one connection are handled one after the other', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let running = 0
  const seen: number[] = []
  const fetchOne = async () => {
    seen.push(++running)
    await gate
    running--
    return new Response('done')
  }
  const { url, close } = await listen(fetchOne, { host: 'localhost', port: 0 }, limitsFor())
  onTestFinished(close)
  const socket = rawConnection(url)
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
  socket.write(`${request}\r\n${request}\r\n${request}Connection: close\r\n\r\n`)
  const reply = rawReply(socket)
  await expect.poll(() => running).toBe(1)
  open()
  expect((await reply).status).toBe(200)
  expect(seen).toEqual([1, 1, 1])
})

test('a connection on which too many requests wait is closed', async () => {
  let handled = 0
  const never = new Promise<Response>(() => {})
  const fetchOne = () => {
    handled++
    return never
  }
  const { url, close } = await listen(
    fetchOne,
    { host: 'localhost', port: 0 },
    { ...limitsFor(), close: 50 },
  )
  onTestFinished(close)
  const socket = rawConnection(url)
  const closed = once(socket, 'close')
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  socket.write(request.repeat(11))
  await expect.poll(() => handled).toBe(1)
  socket.resume().write(request.repeat(1_000))
  await closed
  expect(handled).toBe(1)
})

test('requests that wait are not handled after their client has gone', async () => {
  const seen: string[] = []
  const fetchOne = async ({ url: address, signal }: Request) => {
    const { pathname } = new URL(address)
    seen.push(pathname)
    if (pathname === '/1') await once(signal, 'abort')
    return new Response('done')
  }
  const { url, close } = await listen(fetchOne, { host: 'localhost', port: 0 }, limitsFor())
  onTestFinished(close)
  const socket = rawConnection(url)
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  socket.write(request('/1') + request('/2'))
  await expect.poll(() => seen).toEqual(['/1'])
  socket.resetAndDestroy()
  await once(socket, 'close')
  await (await fetch(`${url}/3`)).text()
  expect(seen).toEqual(['/1', '/3'])
})

test('the server stops whatever clients do', async () => {
  const { url, set, close } = await httpApi({ limits: { close: 50 } })
  await set({ delay: 60_000 })
  const sent = [
    '',
    'GET /api/posts HTTP/1.1\r\nHost: loc',
    `${POST}Content-Length: 11\r\n\r\n{"del`,
    'GET /api/posts HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ]
  const connecting = sent.map(async (start) => {
    const socket = rawConnection(url)
    await once(socket, 'connect')
    socket.write(start)
    return socket
  })
  const sockets = await Promise.all(connecting)
  const closed = sockets.map((socket) => once(socket.resume(), 'close'))
  // A new connection is accepted after those before.
  const last = rawConnection(url)
  last.write('GET /api/mock HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await rawReply(last)
  await close()
  expect(await Promise.all(closed)).toHaveLength(sent.length)
})

test.each([
  ['Expect: nothing', 'GET /api/posts HTTP/1.1\r\nHost: localhost\r\nExpect: nothing\r\n\r\n', 417],
  ['CONNECT', 'CONNECT example.test:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
])('the request %s is rejected in the common error shape', async (_, request, status) => {
  const { url } = await httpApi()
  const socket = rawConnection(url)
  socket.write(request)
  const reply = await rawReply(socket)
  expect(reply.status).toBe(status)
  expect(JSON.parse(reply.body)).toEqual({ error: [expect.any(String)] })
  expect(reply.head).toMatch(/^Cache-Control: no-store$/im)
})
