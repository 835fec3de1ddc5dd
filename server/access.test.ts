import { expect, test } from 'vitest'
import { addressGroup } from './access.ts'
import { httpApi, rawRequest } from './testing/http-api.ts'

test.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:8443'])(
  'a page of %s may call the API and read its replies',
  async (origin) => {
    const { headers, status } = await (await httpApi()).from(origin)
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin])
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Link')
    expect(headers.get('Timing-Allow-Origin')).toBe(origin)
    expect(headers.get('Vary')).toContain('Origin')
    // A page sets the token header itself, so cookies are never allowed.
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
  },
)

test.each(['https://elsewhere.test', 'http://localhost.elsewhere.test', 'null'])(
  'a page of %s gets an error, and its write is not done',
  async (origin) => {
    const { from } = await httpApi()
    const response = await from(origin, { method: 'POST', body: '{"content":"No"}' })
    expect(response.status).toBe(403)
    expect((await response.json()).error[0]).toContain(`--origin ${origin}`)
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
  },
)

test('a page of another site may call the API when --origin names it', async () => {
  const some = await httpApi({ origin: ['https://app.test'] })
  expect((await some.from('https://app.test')).status).toBe(200)
  expect((await some.from('https://other.test')).status).toBe(403)
  expect((await (await httpApi({ origin: ['*'] })).from('https://other.test')).status).toBe(200)
})

test('a preflight request allows a token and JSON', async () => {
  const { from } = await httpApi()
  const requested = 'authorization,content-type,prefer'
  const response = await from('http://localhost:5173', {
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': requested,
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Headers')).toBe(requested)
  expect(response.headers.get('Access-Control-Allow-Methods')).toContain('DELETE')
})

test('a page without an origin is rejected, even with --origin *', async () => {
  const { from } = await httpApi({ origin: ['*'] })
  expect((await from('null')).status).toBe(403)
})

/** Uses node:http, because fetch sets these headers itself. */
const reset = (url: string, ...headers: string[]) =>
  rawRequest(
    url,
    ['POST /api/mock/reset HTTP/1.1', 'Host: localhost', ...headers],
    '{"seed":"empty","settings":true}',
  )

test('a write that a browser sends for another site is rejected with any body', async () => {
  const { url, set, send } = await httpApi()
  await set({ delay: 1 })
  for (const site of ['cross-site', 'same-site', 'other', 'none, cross-site']) {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = [`Sec-Fetch-Site: ${site}`, `Content-Type: ${type}`]
      const { status, body } = await reset(url, ...headers)
      expect([site, type, status]).toEqual([site, type, 403])
      expect(JSON.parse(body)).toEqual({
        error: ['Pages of other sites may not write to this API.'],
      })
    }
  }
  const { settings, counts } = await (await send('/api/mock')).json()
  expect([settings.delay, counts.posts]).toEqual([1, 5])
})

test('a read for another site, and writes of our own pages and of tools, are served', async () => {
  const { url } = await httpApi()
  const ours = ['Sec-Fetch-Site: cross-site', 'Origin: http://127.0.0.1:5173']
  for (const lines of [[], ['Sec-Fetch-Site: same-origin'], ['Sec-Fetch-Site: none'], ours]) {
    expect([lines, (await reset(url, ...lines)).status]).toEqual([lines, 200])
  }
  const get = ['GET /api/posts HTTP/1.1', 'Host: localhost', 'Sec-Fetch-Site: cross-site']
  expect((await rawRequest(url, get)).status).toBe(200)
})

test('the id of a tab has a format, because every other page gets it', async () => {
  const { send } = await httpApi()
  const statusOf = async (tab: string) =>
    (await send('/api/posts', { headers: { 'App-Tab': tab } })).status
  expect(await statusOf(crypto.randomUUID())).toBe(200)
  for (const tab of ['', 'x'.repeat(65), 'a b', '<b>'])
    expect([tab, await statusOf(tab)]).toEqual([tab, 400])
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.1:1234', '192.0.2.1'],
  ['[2001:db8::1]:1234', '2001:db8:0:0::/64'],
  ['[::1]', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(1000), 'x'.repeat(45)],
])('limits count the address %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

const get = (url: string, target: string, ...hosts: string[]) =>
  rawRequest(url, [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`)])

test.each([
  ['elsewhere.test', 403],
  ['localhost.elsewhere.test:80', 403],
  ['127.0.0.1.elsewhere.test', 403],
  ['elsewhere.test@localhost', 400],
  ['localhost@elsewhere.test', 400],
  ['elsewhere.test#localhost', 400],
  ['elsewhere.test\\localhost', 400],
  ['localhost:80:80', 400],
  ['', 400],
])('a request to the host %j gets status %d', async (host, status) => {
  const reply = await get((await httpApi()).url, '/api/mock', host)
  expect([reply.status, JSON.parse(reply.body)]).toEqual([
    status,
    { error: [expect.stringMatching(/name|Host/)] },
  ])
})

test('the error of a host or an origin repeats at most 200 characters of it', async () => {
  const { url } = await httpApi()
  const long = `${'x'.repeat(5000)}.test`
  const textOf = async (headers: string[]) =>
    JSON.parse((await rawRequest(url, ['GET /api/mock HTTP/1.1', ...headers])).body).error[0]
  const headersOf = (host: string) => [
    [`Host: ${host}`],
    ['Host: localhost', `Origin: https://${host}`],
  ]
  for (const [index, headers] of headersOf(long).entries()) {
    const short = await textOf(headersOf('x')[index] ?? [])
    expect((await textOf(headers)).length).toBeLessThanOrEqual(short.length + 200)
  }
})

test('two Host headers, or none, are rejected', async () => {
  const { url } = await httpApi()
  expect((await get(url, '/api/mock', 'localhost', 'elsewhere.test')).status).toBe(400)
  expect((await get(url, '/api/mock')).status).toBe(400)
})

test.each([
  '//localhost/api/mock',
  '///api/mock',
  '/\\localhost/api/mock',
  '\\\\localhost/api/mock',
  'http://localhost/api/mock',
  'http://elsewhere.test@localhost/api/mock',
  'localhost/api/mock',
  '*',
])(
  'the request target %s is not a path: it is rejected, and cannot bypass the check of the host',
  async (target) => {
    const { url } = await httpApi()
    const own = await get(url, target, 'localhost')
    // Node's own parser rejects some before us, with the same reply.
    expect([own.status, JSON.parse(own.body)]).toEqual([
      400,
      { error: [expect.stringMatching(/./)] },
    ])
    expect((await get(url, target, 'elsewhere.test')).status).toBeGreaterThanOrEqual(400)
  },
)

test.each(['localhost', 'LOCALHOST:9', '127.0.0.1:4180', '[::1]:80', '192.168.1.20:4180'])(
  'a request to the host %s is served, because no page of another site can have that name',
  async (host) => {
    const { url } = await httpApi()
    expect((await get(url, '/api/mock?x=//y', host)).status).toBe(200)
  },
)

test('the hosts of --host and --origin are served, also on all interfaces, and others are not', async () => {
  const { url } = await httpApi({ origin: ['http://garage.test:8080'], host: '0.0.0.0' })
  const statusOf = async (host: string) => (await get(url, '/api/mock', host)).status
  expect(await statusOf('garage.test:4180')).toBe(200)
  expect(await statusOf('elsewhere.test')).toBe(403)
})
