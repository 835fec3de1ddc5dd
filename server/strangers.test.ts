import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as password from '../mocks/domain/password.ts'
import { MAX_WRITES } from '../sync/local-calls.ts'
import { LOG_INS } from './parallel.ts'
import { club, rawConnection, rawReply } from './testing/http-api.ts'

/** A club with one member, and its token. */
async function memberOf(changed: Parameters<typeof club>[0] = {}) {
  const api = await club({ account: 'anna', ...changed })
  const body = { username: 'anna', password: api.password }
  const { encodedToken } = await (await api.post('/api/auth/login', body)).json()
  const authorization: string = encodedToken
  return { ...api, authorization }
}

const AUTH_CALLS: [path: string, length: number, status: number][] = [
  ['/api/posts', 60_000, 404],
  ['/api/users/edit', 60_000, 404],
  ['/api/uploads', 10_000_000, 404],
  ['/api/changes', 10_000_000, 413],
]

test.each(AUTH_CALLS)(
  'nothing of a body to %s of %i bytes is received without a token',
  async (path, length, status) => {
    const { url } = await club()
    const socket = rawConnection(url)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n{`)
    expect((await rawReply(socket)).status).toBe(status)
  },
)

test('a body without a length is received up to 32 kB without a token', async () => {
  const { url } = await club()
  const socket = rawConnection(url)
  socket.write(
    'POST /api/changes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
  const pour = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', pour)
  pour()
  expect((await rawReply(socket)).status).toBe(413)
})

test.each(['/api/auth/login', '/api/auth/verify', '/api/changes', '/api/uploads', '/api/nowhere'])(
  'a body to %s in chunks of one byte is cut, also behind another request',
  async (path) => {
    const { url } = await club()
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`
    const first = rawConnection(url)
    first.write(head + '1\r\n \r\n'.repeat(200))
    await text(first)
    const second = rawConnection(url)
    // The first one waits for the rest of its body.
    second.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n{}`)
    second.write(` ${head}${'1\r\n \r\n'.repeat(200)}`)
    await text(second)
  },
)

test('a body in chunks of some hundred bytes is received', async () => {
  const { url } = await club()
  const socket = rawConnection(url)
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n'
  const body = JSON.stringify({ username: 'anna', password: 'x', more: 'x'.repeat(15_000) })
  const chunks = body.match(/.{1,100}/g) ?? []
  const pieces = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
  socket.write(`${head}Connection: close\r\n\r\n${pieces}0\r\n\r\n`)
  expect((await rawReply(socket)).status).toBe(404)
})

test.each([
  ['/api/auth/login', 17_000, 413],
  ['/api/auth/signup', 17_000, 413],
  ['/api/auth/verify', 17_000, 413],
  ['/api/posts/like/1', 2_000, 413],
  ['/api/nowhere', 2_000, 413],
])('a body to %s of %i bytes is too large', async (path, length, status) => {
  const { post } = await club()
  const reply = await post(path, { text: 'x'.repeat(length) })
  expect(reply.status).toBe(status)
  expect((await reply.json()).error).toEqual([
    `The body is larger than ${length > 16_000 ? 16 : 1} kB.`,
  ])
})

test('a member can send what a stranger cannot', async () => {
  const { post, send, authorization } = await memberOf()
  const content = 'x'.repeat(60_000)
  expect((await post('/api/posts', { content }, { authorization })).status).toBe(201)
  const write = { name: 'w', call: 'POST /api/posts', params: {}, authorization }
  const writes = Array.from({ length: 12 }, (_, n) => ({
    ...write,
    name: `write-${n}`,
    body: { content },
  }))
  const body = { since: '', writes }
  expect((await post('/api/changes', body)).status).toBe(413)
  const { outcomes } = await (await post('/api/changes', body, { authorization })).json()
  expect(outcomes.map(({ status }: { status: number }) => status)).toEqual(Array(12).fill(201))
  expect((await (await send('/api/posts')).json()).posts).toHaveLength(13)
})

test.each([
  ['many fields', 'multipart/form-data; boundary=x', 30],
  ['another type', 'application/x-www-form-urlencoded', 1],
  ['no boundary', 'multipart/form-data', 1],
  ['an empty boundary', 'multipart/form-data; boundary=""', 1],
  ['no boundary after its name', 'multipart/form-data;boundary', 1],
  ['an invalid type', 'multipart/form-data@; boundary=x', 1],
])('a form with %s is refused before it is parsed', async (_, type, fields) => {
  const { send, authorization } = await memberOf()
  const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  const headers = { authorization, 'Content-Type': type }
  const parse = vi.spyOn(Request.prototype, 'formData')
  const body = `${field.repeat(fields)}--x--\r\n`
  const reply = await send('/api/uploads', { method: 'POST', headers, body })
  expect([reply.status, await reply.json()]).toEqual([
    400,
    { error: ['The body must be a multipart form with at most 20 fields.'] },
  ])
  expect(parse).not.toHaveBeenCalled()
})

test('nothing is hashed for a write without a valid token', async () => {
  const hash = vi.spyOn(password, 'hashPassword')
  const matches = vi.spyOn(password, 'passwordMatches')
  onTestFinished(() => void vi.restoreAllMocks())
  const { post } = await club()
  const headers = { 'Idempotency-Key': 'guess', authorization: 'x.y.z' }
  const body = { content: 'password', userData: { password: 'Torque#1' } }
  for (const path of ['/api/posts', '/api/users/edit', '/api/posts/like/password']) {
    expect((await post(path, body, headers)).status).toBe(404)
  }
  const writes = Array.from({ length: MAX_WRITES }, (_, n) => ({
    name: `write-${n}`,
    call: 'POST /api/posts',
    params: {},
    authorization: '',
    body: { content: 'password' },
  }))
  const reply = await (await post('/api/changes', { since: '', writes })).json()
  expect(reply.outcomes).toHaveLength(MAX_WRITES)
  expect(hash).not.toHaveBeenCalled()
  expect(matches).not.toHaveBeenCalled()
})

test('log-ins of many addresses wait for each other, and others are served meanwhile', async () => {
  const { send, post } = await club({ trustProxy: true })
  let end = () => {}
  const ended = new Promise<ArrayBuffer>((resolve) => {
    end = () => resolve(new ArrayBuffer(32))
  })
  const derive = vi.spyOn(crypto.subtle, 'deriveBits').mockReturnValue(ended)
  onTestFinished(() => derive.mockRestore())
  const accepted = LOG_INS.all + LOG_INS.waiting
  const replies = Array.from({ length: accepted + 1 }, (_, n) => {
    const account = { username: `member-${n}`, password: 'Torque#1', name: 'Member' }
    return post('/api/auth/signup', account, { 'X-Forwarded-For': `192.0.2.${n}` })
  })
  const refused = await Promise.race(replies)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await refused.json()).error[0]).toMatch(/at the same time, .* Try again/)
  expect(derive).toHaveBeenCalledTimes(2)
  expect((await send('/api/posts')).status).toBe(200)
  expect((await send('/healthz')).status).toBe(200)
  end()
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(accepted)
})

test('a body that stalls is given up, and its memory is free again', async () => {
  const bodies = { window: 50, minimum: 1_000, members: 18_000, strangers: 18_000, share: 1 }
  const { url, post } = await club({ limits: { bodies } })
  const start = 'POST /api/auth/signup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12000\r\n\r\n'
  const stalled = rawConnection(url)
  stalled.write(start + 'x'.repeat(10_000))
  // With the first one, this is more than fits.
  const full = rawConnection(url)
  full.write(start + 'x'.repeat(10_000))
  const statuses = [(await rawReply(stalled)).status, (await rawReply(full)).status]
  expect(statuses.sort()).toEqual([408, 503])
  expect((await post('/api/auth/signup', {})).status).toBe(400)
})

test('a body that trickles is given up', async () => {
  const bodies = { window: 100, minimum: 1_000, members: 90_000, strangers: 90_000, share: 1 }
  const { url } = await club({ limits: { bodies } })
  const socket = rawConnection(url)
  socket.write('POST /api/auth/signup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12000\r\n\r\n')
  const trickle = setInterval(() => socket.writable && socket.write('x'), 10)
  expect((await rawReply(socket)).status).toBe(408)
  clearInterval(trickle)
})

test('a member can send a small body when the memory for strangers is full', async () => {
  const bodies = { window: 300, minimum: 1, members: 90_000, strangers: 200, share: 1 }
  const { post, authorization } = await memberOf({ limits: { bodies } })
  const content = 'x'.repeat(1_000)
  expect((await post('/api/posts', { content }, { authorization })).status).toBe(201)
})

test('one account cannot take all the memory for bodies', async () => {
  const bodies = { window: 300, minimum: 1, members: 1_000_000, strangers: 90_000, share: 0.3 }
  const { url, authorization } = await memberOf({ limits: { bodies } })
  const sent = [1, 2, 3].map((_) => {
    const socket = rawConnection(url)
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Length: 500000\r\n\r\n`,
    )
    socket.write('x'.repeat(140_000))
    return rawReply(socket)
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
})

test.each([
  ['of more objects than a device sends', `[${'{},'.repeat(300_000)}{}]`, 413],
  ['of many objects', `[${'{},'.repeat(200_000)}{}]`, 400],
  ['of deep lists', '['.repeat(700_000), 400],
  ['that ends early', `{"since":"","writes":[],"x":"${'x'.repeat(700_000)}`, 400],
])(
  'JSON %s is refused, and the next request has a reply',
  async (_, json, status) => {
    const { send, authorization } = await memberOf()
    const init = { method: 'POST', body: json, headers: { authorization } }
    const response = await send('/api/changes', init)
    expect(response.status).toBe(status)
    expect((await send('/healthz')).status).toBe(200)
  },
  60_000,
)
