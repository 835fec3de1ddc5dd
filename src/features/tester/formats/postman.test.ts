import { beforeEach, expect, it, vi } from 'vitest'
import { withSecretVariables } from '../redact.ts'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import type { Check } from '../saved/checks.ts'
import type { NewSaved } from '../saved/saved.ts'
import { readPostman, writePostman } from './postman.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

const row = (header: string, value: string, isUsed = true) => ({ isUsed, header, value })
const checks: Check[] = [
  { path: ['status'], kind: 'equals', value: 201 },
  { path: ['data', 'posts'], kind: 'length', value: 6 },
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
    checks: [],
  },
  {
    name: 'Post: a/b',
    request: {
      ...DEFAULT_REQUEST,
      method: 'POST',
      endpoint: '/api/posts?x=1',
      headers: [row('authorization', '{{log-in.encodedToken}}'), row('x', 'y', false)],
      body: '{"content":"By {{log-in.foundUser[\\"user name\\"]}}\\n}"}',
    },
    checks,
  },
  {
    name: 'Update',
    request: {
      ...DEFAULT_REQUEST,
      method: 'PATCH',
      endpoint: 'http://elsewhere.test/posts/{{post-a-b.posts[0]["x-id"]}}/{{unknown}}',
      body: 'a={{no.such}}',
      type: 'application/x-www-form-urlencoded',
    },
    checks: [],
  },
]

it('writes a collection that comes back as it was; its scripts are named', () => {
  const collection = JSON.parse(writePostman(chain, {}))
  const { info, variable, item } = collection
  expect(info).toMatchObject({ schema: expect.stringContaining('v2.1.0') })
  expect(variable).toEqual([
    { key: 'gearheadsUrl', value: 'http://localhost:4180' },
    { key: 'unknown', value: '' },
    { key: 'no.such', value: '' },
  ])
  expect(item[1].request.url).toEqual({
    raw: '{{gearheadsUrl}}/api/posts?x=1',
    host: ['{{gearheadsUrl}}'],
    path: ['api', 'posts'],
    query: [{ key: 'x', value: '1' }],
  })
  expect(item[0].event[0].script.exec).toContain(
    'pm.collectionVariables.set("log-in.encodedToken", pm.response.json().encodedToken);',
  )
  expect(item[1].event[0].script.exec).toHaveLength(3)
  const { requests, leftOut } = readPostman(collection)
  expect(requests).toEqual(chain.map((one) => ({ ...one, checks: [] })))
  expect(leftOut).toEqual(['2 scripts (Log in, Post: a/b)', '2 tests (Post: a/b)'])
})

it('asks for the token of the viewer by a name that no request of the list has', () => {
  const typed = '{{current-session.encodedToken}}'
  const list = ['/api/posts', `https://elsewhere.test/?t=${typed}`].map((endpoint) => ({
    name: endpoint,
    request: { ...DEFAULT_REQUEST, endpoint, auth: 'session' as const },
  }))
  const { item } = JSON.parse(writePostman(list, { viewer: 'ada' }))
  const { value } = item[0].request.header.at(-1)
  expect(value).toMatch(/^\{\{current-session.*\.encodedToken\}\}$/)
  expect(JSON.stringify(item[1])).not.toContain(value)
})

/** The request of a collection with one item. */
function only(request: unknown, collection: object = {}) {
  const { requests, leftOut } = readPostman({
    info: {},
    item: [{ name: 'One', request }],
    ...collection,
  })
  return { ...requests[0]?.request, leftOut }
}

it('hands authorizations of the collection and of folders down, and fills in fixed values', () => {
  const { requests, leftOut } = readPostman({
    info: { name: 'x', schema: 'v2.1.0' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{jwt}}', type: 'string' }] },
    variable: [
      { key: 'host', value: 'https://{{sub}}.test' },
      { key: 'sub', value: 'elsewhere' },
      { key: 'apiKey', value: 's3cret' },
    ],
    item: [
      {
        name: 'Folder',
        auth: { type: 'apikey', apikey: { key: 'X-Key', value: '{{apiKey}}' } },
        item: [
          { name: 'A', request: { method: 'POST', url: { raw: '{{host}}/a?b=1' } } },
          { name: 'B', request: { url: '{{host}}/b', auth: { type: 'noauth' } }, event: null },
          { name: 'I', request: { url: '{{host}}/i', auth: { type: 'inherit' } } },
          {
            name: 'C',
            request: {
              url: '{{host}}/c',
              auth: { type: 'basic', basic: { username: 'a', password: 'b' } },
            },
            event: [
              { listen: 'prerequest', script: { exec: ['x()'] } },
              { listen: 'test', script: null },
            ],
          },
        ],
      },
      { name: 'D', request: '{{host}}/d' },
      { name: 'E', request: { url: 'x', auth: { type: 'hawk', hawk: [] } }, response: [{}] },
    ],
  })
  expect(
    requests.map(({ name, request: { endpoint, headers } }) => [name, endpoint, headers]),
  ).toEqual([
    ['Folder / A', 'https://elsewhere.test/a?b=1', [row('X-Key', '{{apiKey}}')]],
    ['Folder / B', 'https://elsewhere.test/b', []],
    ['Folder / I', 'https://elsewhere.test/i', [row('X-Key', '{{apiKey}}')]],
    ['Folder / C', 'https://elsewhere.test/c', [row('Authorization', 'Basic YTpi')]],
    ['D', 'https://elsewhere.test/d', [row('Authorization', 'Bearer {{jwt}}')]],
    ['E', 'http://x', []],
  ])
  expect(leftOut).toEqual([
    '1 script before a request (C)',
    '1 authorization of the type hawk (E)',
    '1 saved reply of a request',
  ])
})

it('keeps the users of basic authorizations apart, each pair as a variable of its own', () => {
  const item = [
    ['{{user}}', '{{pass}}'],
    ['bob', '{{pass}}'],
    ['bob', '{{other}}'],
    ['bob', '{{pass}}'],
    ['ada@a.test', 's3cret'],
    ['bob', 's3cret'],
    ['bob', 's3cret'],
  ].map(([username, password], index) => ({
    name: `r${index}`,
    request: { url: 'https://a.test', auth: { type: 'basic', basic: { username, password } } },
  }))
  const read = readPostman({ info: {}, item })
  const { requests, names } = withSecretVariables(read.requests)
  expect(requests.map(({ request }) => request.headers[0]?.value)).toEqual([
    'Basic {{user-authorization}}',
    'Basic {{bob-authorization}}',
    'Basic {{bob-authorization-2}}',
    'Basic {{bob-authorization}}',
    'Basic {{ada-a-test-authorization}}',
    'Basic {{bob-authorization-3}}',
    'Basic {{bob-authorization-3}}',
  ])
  expect(names).toEqual(['ada-a-test-authorization', 'bob-authorization-3'])
  const asks = 'asks for the base64 of user:password'
  expect(read.leftOut).toEqual([
    `1 basic authorization of {{user}}: {{user-authorization}} ${asks} (r0)`,
    `2 basic authorizations of bob: {{bob-authorization}} ${asks} (r1, r3)`,
    `1 basic authorization of bob: {{bob-authorization-2}} ${asks} (r2)`,
  ])
})

it.each<[string, unknown, object]>([
  ['headers as text', { header: 'A: b\nC:d:e\n' }, { headers: [row('A', 'b'), row('C', 'd:e')] }],
  [
    'a header that is off, and one without a key',
    { header: [{ key: 'A', value: 'b', disabled: true }, { value: null }] },
    { headers: [row('A', 'b', false)] },
  ],
  [
    'an address without raw',
    {
      url: {
        ...{ protocol: 'https', host: ['a', 'test'], port: '81', path: ['x', ':id', ':none'] },
        query: [
          { key: 'q', value: '1' },
          { key: 'off', value: '2', disabled: true },
        ],
        variable: [{ key: 'id', value: '7' }],
      },
    },
    {
      endpoint: 'https://a.test:81/x/7/{{none}}?q=1',
      leftOut: ['1 switched-off query parameter (One)'],
    },
  ],
  [
    'a parameter that is off, and still in raw',
    {
      url: {
        raw: 'https://a.test/q?on=1&off=2&none#x',
        query: [
          { key: 'on', value: '1' },
          { key: 'off', value: '2', disabled: true },
          { key: 'none', value: null },
        ],
      },
    },
    {
      endpoint: 'https://a.test/q?on=1&none#x',
      leftOut: ['1 switched-off query parameter (One)'],
    },
  ],
  [
    'a form',
    {
      method: 'POST',
      body: {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: '{{x y}} &' },
          { key: 'b', value: '2', disabled: true },
        ],
      },
    },
    {
      body: 'a={{x y}}%20%26',
      type: 'application/x-www-form-urlencoded',
      leftOut: ['1 switched-off form field (One)'],
    },
  ],
  [
    'a form with a file',
    {
      method: 'POST',
      body: {
        mode: 'formdata',
        formdata: [
          { key: 'a', value: '1' },
          { key: 'f', type: 'file', src: 'x' },
        ],
      },
    },
    {
      body: expect.stringContaining('name="a"\r\n\r\n1\r\n'),
      type: expect.stringContaining('multipart/form-data'),
      leftOut: ['1 file as a field of a form (One)'],
    },
  ],
  [
    'GraphQL',
    {
      method: 'POST',
      body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } },
    },
    { body: '{"query":"{ a }","variables":{"b": 1}}', leftOut: [] },
  ],
  [
    'JSON with a variable that is no text',
    {
      method: 'POST',
      body: { mode: 'raw', raw: '{"n": {{n}}}', options: { raw: { language: 'json' } } },
    },
    { body: '{"n": {{n}}}', type: 'application/json' },
  ],
  [
    'text',
    {
      method: 'POST',
      header: [{ key: 'Content-Type', value: 'text/csv' }],
      body: { mode: 'raw', raw: 'a,b' },
    },
    { body: 'a,b', type: 'text/csv', headers: [] },
  ],
  ['no body', { method: 'DELETE', body: null }, { body: '', type: '' }],
  [
    'a body of GET',
    { body: { mode: 'raw', raw: '{}' } },
    { body: '{}', leftOut: ['1 body of GET, which pages cannot send (One)'] },
  ],
  [
    'a part that is not known',
    { url: 'https://a.test', frob: [1] },
    { leftOut: ['1 part “frob”'] },
  ],
  ['another method', { method: 'COPY' }, { leftOut: ['1 request with the method COPY (One)'] }],
])('reads %s', (_what, request, expected) => {
  expect(only({ url: 'https://a.test', ...Object(request) })).toMatchObject(expected)
})

it('makes variables of literal secrets, the same for equal ones (R14.36)', () => {
  const bearer = [row('Authorization', 'Bearer abc')]
  const list = [
    { request: { ...DEFAULT_REQUEST, headers: bearer } },
    { request: { ...DEFAULT_REQUEST, headers: [...bearer, row('X-Api-Key', 'k')] } },
    {
      request: {
        ...DEFAULT_REQUEST,
        headers: [],
        endpoint: 'https://a.test/?token=t1&b=2',
        body: '{"a":{"password":"p"}}',
      },
    },
    {
      request: {
        ...DEFAULT_REQUEST,
        headers: [],
        body: 'password=p&x=1',
        type: 'application/x-www-form-urlencoded',
      },
    },
    { request: { ...DEFAULT_REQUEST, headers: [row('Authorization', 'Bearer {{jwt}}')] } },
    {
      request: {
        ...{ ...DEFAULT_REQUEST, headers: [], type: 'application/json' },
        body: '{"n": {{n}}, "password": "p"}',
      },
    },
  ]
  const { requests, names } = withSecretVariables(list)
  expect(names).toEqual(['authorization', 'x-api-key', 'token', 'password'])
  expect(
    requests.map(({ request }) => [request.endpoint, ...request.headers.map(({ value }) => value)]),
  ).toEqual([
    ['/api/test-todos', 'Bearer {{authorization}}'],
    ['/api/test-todos', 'Bearer {{authorization}}', '{{x-api-key}}'],
    ['https://a.test/?token={{token}}&b=2'],
    ['/api/test-todos'],
    ['/api/test-todos', 'Bearer {{jwt}}'],
    ['/api/test-todos'],
  ])
  expect(JSON.parse(requests[2]?.request.body ?? '')).toEqual({ a: { password: '{{password}}' } })
  expect(requests[3]?.request.body).toBe('password={{password}}&x=1')
  expect(requests[5]?.request.body).toBe('{"n": {{n}}, "password": "{{password}}"}')
})
