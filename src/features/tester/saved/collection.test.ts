import { deflateRawSync } from 'node:zlib'
import { downloadZip } from 'client-zip'
import { beforeEach, expect, it, vi } from 'vitest'
import { toReplay } from '../exports/replay.ts'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import type { Check } from './checks.ts'
import { ImportError, type Imported, toItems } from './collection.ts'
import { fromBruno, fromBrunoJson, isBrunoJson, parseBru, toCheck } from './from-bruno.ts'
import { fromPostman, toPostman } from './postman.ts'
import type { NewSaved } from './saved.ts'
import { toBruno } from './to-bruno.ts'
import { unzip } from './unzip.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

const checks: Check[] = [
  { path: ['status'], kind: 'equals', value: 201 },
  { path: ['headers', 'content-type'], kind: 'matches', value: '^application/json' },
  { path: ['data', 'posts'], kind: 'length', value: 6 },
  { path: ['data', 'posts', 0], kind: 'type', value: 'object' },
  { path: ['data', 'posts', 0, 'x-id'], kind: 'exists' },
  { path: ['data', 'posts', 0, 'content'], kind: 'equals', value: 'It\'s "new": é' },
  { path: ['data', 'posts', 0, 'likes'], kind: 'equals', value: { likeCount: 0, likedBy: [] } },
  { path: ['data', 'none'], kind: 'type', value: 'null' },
]
const chain: NewSaved[] = [
  {
    name: 'Log in',
    request: {
      ...DEFAULT_REQUEST,
      method: 'POST',
      endpoint: '/api/auth/login',
      body: '{"username":"mira","password":"Boxer#1976"}',
    },
    checks: [{ path: ['status'], kind: 'equals', value: 200 }],
  },
  {
    name: 'Post: a/b',
    request: {
      ...DEFAULT_REQUEST,
      method: 'POST',
      endpoint: '/api/posts?x=1',
      headers: [{ isUsed: true, header: 'authorization', value: '{{log-in.encodedToken}}' }],
      body: '{"content":"By {{log-in.foundUser.username}}\\n}"}',
    },
    checks,
  },
  {
    name: 'Update',
    request: {
      ...DEFAULT_REQUEST,
      method: 'PATCH',
      endpoint: 'http://elsewhere.test/posts/{{post-a-b.posts[0]["x-id"]}}',
    },
    checks: [],
  },
]
const items = () => toItems(toReplay(chain).steps)

function expectChain({ requests }: Imported): void {
  expect(requests).toMatchObject(
    chain.map(({ name, request: { method, endpoint, body }, checks }) => ({
      name,
      request: { method, endpoint, body: JSON.stringify(JSON.parse(body), null, 2) },
      checks: checks.length ? checks : [],
    })),
  )
  const [, post] = requests
  expect(post?.request.headers).toContainEqual({
    isUsed: true,
    header: 'authorization',
    value: '{{log-in.encodedToken}}',
  })
}

it('comes back from a collection of Postman as it was', () => {
  const text = toPostman(items(), ['Upload: the history does not keep its file'])
  const { info, variable, item } = JSON.parse(text)
  expect(info).toMatchObject({ schema: expect.stringContaining('v2.1.0') })
  expect(variable).toEqual([{ key: 'baseUrl', value: 'http://localhost:4180' }])
  expect(item[1].request.url).toEqual({
    raw: '{{baseUrl}}/api/posts?x=1',
    host: ['{{baseUrl}}'],
    path: ['api', 'posts'],
    query: [{ key: 'x', value: '1' }],
  })
  expect(item[0].event[0].script.exec).toContain(
    'pm.collectionVariables.set("log_in_encodedToken", pm.response.json().encodedToken);',
  )
  const imported = fromPostman(JSON.parse(text))
  expectChain(imported)
  expect(imported.leftOut).toEqual([])
})

it('comes back from files of Bruno as it was, also in a ZIP', async () => {
  const files = toBruno(items(), [])
  expect(files.map(({ name }) => name)).toEqual([
    'bruno.json',
    'collection.bru',
    'Log in.bru',
    'Post- a-b.bru',
    'Update.bru',
  ])
  const [, , logIn, post] = files
  expect(logIn?.text).toBe(`meta {
  name: Log in
  type: http
  seq: 1
}

post {
  url: {{baseUrl}}/api/auth/login
  body: json
  auth: none
}

headers {
  accept: */*
  content-type: application/json
}

body:json {
  {
    "username": "mira",
    "password": "Boxer#1976"
  }
}

vars:post-response {
  log_in_encodedToken: res.body.encodedToken
  log_in_foundUser_username: res.body.foundUser.username
}

assert {
  res.status: eq 200
}
`)
  // A text in quotation marks is not unescaped by Bruno.
  expect(post?.text).toContain('Left out: data.posts[0].content equals')
  const rest = checks.filter(({ value }) => typeof value !== 'string' || !value.includes('"'))
  const zip = new Uint8Array(
    await downloadZip(files.map(({ name, text }) => ({ name, input: text }))).arrayBuffer(),
  )
  for (const given of [files, await unzip(zip)]) {
    const { requests } = fromBruno(given)
    expect(requests[1]?.checks).toEqual(rest)
    expectChain({
      requests: requests.map((one, at) => (at === 1 ? { ...one, checks } : one)),
      leftOut: [],
    })
  }
})

it('logs in as the chosen seeded user first', () => {
  const request = { ...DEFAULT_REQUEST, auth: 'user:theo' as const }
  const all = toItems(toReplay([{ name: 'Todos', request, checks: [] }]).steps)
  expect(all.map(({ name }) => name)).toEqual(['Log in as theo', 'Todos'])
  expect(all[1]?.headers).toContainEqual({
    isUsed: true,
    header: 'authorization',
    value: '{{token1}}',
  })
})

it('reads a collection of Postman that people write: folders, variables, bearer tokens, scripts', () => {
  const imported = fromPostman({
    info: { name: 'x', schema: 'https://…/v2.1.0/collection.json' },
    variable: [{ key: 'host', value: 'https://elsewhere.test' }],
    item: [
      {
        name: 'Folder',
        item: [
          {
            name: 'Log in',
            request: {
              method: 'POST',
              url: { raw: '{{host}}/login' },
              body: { mode: 'raw', raw: '{"n": {{count}}}' },
            },
            event: [
              {
                listen: 'test',
                script: {
                  exec: [
                    'const jsonData = pm.response.json();',
                    "pm.environment.set('jwt', jsonData.token);",
                    "pm.test('ok', function () { pm.response.to.have.status(200); });",
                    'pm.expect(jsonData.name).to.eql("Ada");',
                    'pm.sendRequest("https://elsewhere.test")',
                  ],
                },
              },
            ],
          },
        ],
      },
      {
        name: 'Read',
        request: {
          url: '{{host}}/me',
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{jwt}}' }] },
        },
      },
    ],
  })
  expect(imported.requests).toMatchObject([
    {
      name: 'Log in',
      request: { method: 'POST', endpoint: 'https://elsewhere.test/login' },
      checks: [
        { path: ['status'], kind: 'equals', value: 200 },
        { path: ['data', 'name'], kind: 'equals', value: 'Ada' },
      ],
    },
    {
      request: {
        method: 'GET',
        endpoint: 'https://elsewhere.test/me',
        headers: [{ header: 'authorization', value: 'Bearer {{log-in.token}}' }],
      },
    },
  ])
  expect(JSON.parse(imported.requests[0]?.request.body ?? '')).toEqual({ n: '{{count}}' })
  expect(imported.leftOut.join()).toMatch(/const jsonData.*sendRequest/)
})

it.each([
  {},
  [],
  null,
  { info: {}, item: [] },
  { info: {}, item: [{ name: 'x', request: { method: 'COPY' } }] },
])('refuses %j', (value) => {
  expect(() => fromPostman(value)).toThrow(ImportError)
})

it('orders requests of Bruno by folder and number, and names what it leaves out', () => {
  const bru = (seq: number, more = '') =>
    `meta {\n  name: R${seq}\n  seq: ${seq}\n}\n\nget {\r\n  url: /x\r\n}\n${more}`
  const { requests, leftOut } = fromBruno([
    { name: 'b/1.bru', text: bru(1) },
    { name: 'a/2.bru', text: bru(2, 'script:pre-request {\n  alert(1)\n}\n') },
    { name: 'a/1.bru', text: bru(1, 'assert {\n  res.status: gt 1\n  ~res.status: eq 7\n}\n') },
  ])
  expect(requests.map(({ name }) => name)).toEqual(['R1', 'R2', 'R1 2'])
  expect(requests[0]?.checks).toEqual([])
  expect(leftOut).toEqual(['R2: script:pre-request', 'R1: the check res.status: gt 1'])
  expect(() => fromBruno([{ name: 'bruno.json', text: '{}' }])).toThrow(ImportError)
})

it('reads the JSON that Bruno exports', () => {
  const value = {
    name: 'x',
    version: '1',
    items: [
      {
        type: 'folder',
        name: 'Folder',
        items: [
          {
            type: 'http',
            name: 'Log in',
            seq: 1,
            request: {
              method: 'POST',
              url: '{{baseUrl}}/login',
              headers: [{ name: 'x-a', value: '1', enabled: false }],
              body: { mode: 'json', json: '{"a":1}' },
              auth: { mode: 'none' },
              vars: { res: [{ name: 'jwt', value: 'res.body.token', enabled: true }] },
              assertions: [{ name: 'res.status', value: 'eq 200', enabled: true }],
              tests: 'test()',
            },
          },
          {
            type: 'http-request',
            name: 'Read',
            seq: 2,
            request: {
              method: 'GET',
              url: '/me',
              auth: { mode: 'bearer', bearer: { token: '{{jwt}}' } },
            },
          },
        ],
      },
    ],
  }
  expect(isBrunoJson(value) && fromBrunoJson(value)).toMatchObject({
    requests: [
      {
        name: 'Log in',
        request: {
          method: 'POST',
          endpoint: '/login',
          headers: [{ isUsed: false, header: 'x-a', value: '1' }],
        },
        checks: [{ path: ['status'], kind: 'equals', value: 200 }],
      },
      { name: 'Read', request: { headers: [{ value: 'Bearer {{log-in.token}}' }] } },
    ],
    leftOut: ['Log in: tests'],
  })
  expect(isBrunoJson({ info: {}, item: [] })).toBe(false)
})

it('reads blocks of any size in linear time', () => {
  const text = `meta {\n  name: x\n}\n\nget {\n  url: ${'{'.repeat(100_000)}\n}\n${'a {\n'.repeat(1000)}`
  const start = performance.now()
  expect(parseBru(text).get('meta')?.pairs).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(2000)
})

it.each([
  ['res.status', '200', undefined],
  ["res.headers['content-type']", 'matches /json/', 'matches'],
  ['res.body.a', 'matches (', undefined],
  ['res.body.a', 'eq {{x}}', undefined],
  ['res.body.a', "eq 'b'", 'equals'],
  ['req.body.a', 'eq 1', undefined],
])('reads the assertion %s: %s as %s', (left, right, kind) => {
  expect(toCheck(left, right)?.kind).toBe(kind)
})

/** A ZIP with one deflated file, as other programs write it. */
function deflated(name: string, text: string): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(text)
  const local = Buffer.alloc(30)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  const parts = [local, Buffer.from(name), packed, central, Buffer.from(name), end]
  return new Uint8Array(Buffer.concat(parts))
}

it('reads deflated files of a ZIP, and refuses damaged and huge ones', async () => {
  const text = 'é'.repeat(1000)
  expect(await unzip(deflated('a/b.bru', text))).toEqual([{ name: 'a/b.bru', text }])
  await expect(unzip(deflated('a.bru', 'x'.repeat(6_000_000)))).rejects.toThrow(/too large/)
  await expect(unzip(new Uint8Array(100))).rejects.toThrow(/damaged/)
  const big = downloadZip([{ name: 'a.bru', input: 'x'.repeat(6_000_000) }])
  await expect(unzip(new Uint8Array(await big.arrayBuffer()))).rejects.toThrow(/too large/)
})
