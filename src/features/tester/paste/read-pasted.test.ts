import { expect, it } from 'vitest'
import { openApiDocument } from '../../../../scripts/api-description/openapi.ts'
import { reasonRefused, toSaved } from './pasted.ts'
import { readPasted } from './read-pasted.ts'

const accept = { isUsed: true, header: 'Accept', value: '*/*' }
const header = (name: string, value: string) => ({ isUsed: true, header: name, value })
/** The only request of a text, which has no notes. */
function one(text: string) {
  const read = readPasted(text)
  expect(read?.notes).toEqual([])
  expect(read?.requests).toHaveLength(1)
  return read?.requests[0]
}
const notes = (text: string) => readPasted(text)?.notes

it.each([
  '/api/posts',
  'http://localhost:4392/x',
  'curl',
  'curly/posts',
  '',
  '{',
  '{"users":[]}',
  '[1,2]',
  'fetches',
  'null',
])('leaves %j as it is', (text) => {
  expect(readPasted(text)).toBeUndefined()
})

it('reads a command as DevTools copies it on Linux and macOS', () => {
  const text = `curl 'http://localhost:4173/api/posts' \\
  -X 'POST' \\
  -H 'Accept: */*' \\
  -H 'Content-Type: application/json' \\
  --data-raw $'{"content":"It\\'s \\u00fc \\\\n"}' \\
  --compressed`
  expect(one(text)).toEqual({
    method: 'POST',
    endpoint: 'http://localhost:4173/api/posts',
    headers: [accept, header('Content-Type', 'application/json')],
    body: '{"content":"It\'s ü \\n"}',
    auth: 'none',
  })
})

it('reads a command as DevTools copies it on Windows', () => {
  const now = `curl ^"http://localhost:4173/api/posts?a=1^&b=2^" ^\r
  -H ^"accept: */*^" ^\r
  --data-raw ^"^{^\\^"content^\\^":^\\^"50^% off^!^\\^\\n^\\^\\^\\^"^^^\\^"^}^"`
  expect(one(now)).toMatchObject({
    method: 'POST',
    endpoint: 'http://localhost:4173/api/posts?a=1&b=2',
    headers: [header('accept', '*/*')],
    body: '{"content":"50% off!\\n\\"^"}',
  })
  const before = 'curl "http://a.test/x" ^\n  -H "a: b" ^\n  --data-raw "{\\"a\\":\\"b c\\"}"'
  expect(one(before)).toMatchObject({
    endpoint: 'http://a.test/x',
    headers: [header('a', 'b')],
    body: '{"a":"b c"}',
  })
})

it.each([
  ['curl -XPOST -d "{}" /x', { method: 'POST', body: '{}' }],
  ['curl -sSLX DELETE /x', { method: 'DELETE', endpoint: '/x' }],
  ['$ curl --request PATCH --url /x', { method: 'PATCH', endpoint: '/x' }],
  ['curl -I /x', { method: 'HEAD' }],
  ['curl.exe -o out.json --max-time 5 /x', { method: 'GET', endpoint: '/x' }],
  ['curl -u ada:s3cret /x', { headers: [header('Authorization', 'Basic YWRhOnMzY3JldA==')] }],
  [
    'curl -H "X-Empty;" -H "Accept:" -H"A:1" /x',
    { headers: [header('X-Empty', ''), header('A', '1')] },
  ],
  [
    'curl -G -d a=1 --data-urlencode "b=x y" "/x?c=2"',
    { method: 'GET', endpoint: '/x?c=2&a=1&b=x%20y' },
  ],
  [
    `curl --json '{"a":1}' /x`,
    {
      method: 'POST',
      body: '{"a":1}',
      headers: [header('Content-Type', 'application/json'), header('Accept', 'application/json')],
    },
  ],
  [`curl /a"b"'c'\\ d`, { endpoint: '/abc d' }],
  ['curl /x # a comment', { endpoint: '/x' }],
  [`curl /x -d '{"re":"^"}'`, { body: '{"re":"^"}' }],
])('reads %s', (text, expected) => {
  expect(one(text)).toMatchObject(expected)
})

it('reads several commands and addresses', () => {
  const text = 'curl /a /b --next -d "{}" /c\ncurl \\\n  /d; curl /e'
  expect(readPasted(text)?.requests.map(({ method, endpoint }) => `${method} ${endpoint}`)).toEqual(
    [...['GET /a', 'GET /b', 'POST /c', 'GET /d', 'GET /e']],
  )
})

it('says what it leaves out', () => {
  expect(notes('curl -F a=@x /x')).toEqual([expect.stringContaining('Multipart forms (-F)')])
  expect(notes('curl -d @file /x')).toEqual([expect.stringContaining('Files are not read')])
  expect(notes('curl -b a=1 -H "Sec-Fetch-Mode: cors" /x')).toEqual([
    'Left out: 2 headers that the browser sets itself, such as cookies.',
  ])
  expect(notes('curl -d a=1 /x')).toEqual(['The body is not JSON. The tester sends JSON only.'])
  expect(notes('curl "$HOST/x"')).toEqual(['Variables of the shell are not filled in.'])
  expect(notes('curl /x | jq .')).toEqual(['Commands other than curl were left out.'])
  expect(notes('curl -X POST')).toEqual(['The command has no address.'])
  expect(readPasted("curl '/x")).toEqual({ requests: [], notes: ["A quote (') is not closed."] })
})

it('keeps methods that the tester does not send, and says so', () => {
  const { requests = [] } = readPasted('curl -X patch /x') ?? {}
  expect(requests).toMatchObject([{ method: 'PATCH' }])
  expect(requests.map(reasonRefused)).toEqual(['The tester sends GET, POST and DELETE, not PATCH.'])
  expect(readPasted('curl /x')?.requests.map(reasonRefused)).toEqual([undefined])
})

it.each([
  [
    'as DevTools copies it',
    `fetch("http://a.test/api/posts", {
  "headers": { "accept": "*/*", "sec-ch-ua": "x" },
  "body": "{\\"a\\":\\"\\u00fc\\"}",
  "method": "POST", "mode": "cors", "credentials": "include",
});`,
  ],
  [
    'as people write it',
    "const reply = await fetch('http://a.test/api/posts', { method: `POST`, headers: [['accept', '*/*']], body: JSON.stringify({ a: 'ü', }) }).then(show)",
  ],
])('reads a call of fetch %s', (_case, text) => {
  expect(readPasted(text)?.requests).toEqual([
    {
      method: 'POST',
      endpoint: 'http://a.test/api/posts',
      headers: [header('accept', '*/*')],
      body: '{"a":"ü"}',
      auth: 'none',
    },
  ])
})

it('reads a call of fetch with nothing but an address', () => {
  expect(one('await fetch("/api/users")')).toMatchObject({ method: 'GET', endpoint: '/api/users' })
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is pasted
const TEMPLATE = 'fetch(`/${id}`)'
it.each(['fetch(url)', 'fetch("/x", options)', TEMPLATE, 'fetch("/x"', "fetch('/x"])(
  'runs nothing of %s',
  (text) => {
    expect(readPasted(text)).toEqual({
      requests: [],
      notes: [expect.stringContaining('more than literals')],
    })
  },
)

const harRequest = {
  method: 'POST',
  url: 'https://a.test/x',
  headers: [
    { name: ':authority', value: 'a.test' },
    { name: 'accept', value: 'text/html' },
  ],
  postData: { mimeType: 'application/json', text: '{"a":1}' },
}

it('reads a HAR, an entry of one, and the request of an entry', () => {
  const entry = { request: harRequest, response: { status: 200 } }
  const har = { log: { entries: [entry, { request: { method: 'GET', url: '/y' } }, 7] } }
  for (const data of [entry, [entry], harRequest]) {
    expect(readPasted(JSON.stringify(data))?.requests).toEqual([
      {
        method: 'POST',
        endpoint: 'https://a.test/x',
        headers: [header('accept', 'text/html')],
        body: '{"a":1}',
        auth: 'none',
      },
    ])
  }
  const read = readPasted(JSON.stringify(har))
  expect(read?.requests.map(({ endpoint }) => endpoint)).toEqual(['https://a.test/x', '/y'])
  expect(read?.notes).toContain('Left out: 1 malformed entries.')
})

it("reads this API's own description, with a body that fits its schema", async () => {
  const { requests = [], notes } = readPasted(JSON.stringify(await openApiDocument('1.0.0'))) ?? {}
  expect(notes).toEqual([])
  expect(requests.length).toBeGreaterThan(40)
  const add = requests.find(({ endpoint }) => endpoint.endsWith('/api/auth/login'))
  expect(add).toMatchObject({ method: 'POST', name: expect.any(String) })
  expect(Object.keys(JSON.parse(add?.body ?? '')).sort()).toEqual(['password', 'username'])
})

it('reads Swagger 2 and schemas that refer to themselves', () => {
  const document = {
    swagger: '2.0',
    ...{ host: 'a.test', basePath: '/v1', schemes: ['http'] },
    paths: {
      '/n': { post: { parameters: [{ in: 'body', schema: { $ref: '#/definitions/N' } }] } },
    },
    definitions: { N: { type: 'object', properties: { next: { $ref: '#/definitions/N' } } } },
  }
  const request = one(JSON.stringify(document))
  expect(request?.endpoint).toBe('http://a.test/v1/n')
  expect(JSON.parse(request?.body ?? '')).toHaveProperty('next.next.next')
})

it('says that YAML is not supported', () => {
  expect(notes('openapi: 3.1.0\ninfo:\n  title: x')).toEqual([expect.stringContaining('YAML')])
})

/** Hostile texts. Each must be done in much less than a second. */
const wide = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`p${index}`, { $ref: '#/x' }]),
)
it.each([
  ['quotes', () => `curl ${`'a'"b"`.repeat(200_000)}`],
  ['backslashes', () => `curl ${'\\'.repeat(1_000_000)}`],
  ['carets', () => `curl ^"${'^'.repeat(1_000_000)}`],
  ['an open quote', () => `curl "${'\\"'.repeat(500_000)}`],
  ['white space', () => `curl${' '.repeat(1_000_000)}`],
  ['white space before nothing', () => `${' '.repeat(1_000_000)}x`],
  ['white space in fetch', () => `const a${' '.repeat(1_000_000)}`],
  ['dollar signs', () => `curl ${"$'\\x4".repeat(200_000)}`],
  ['commands', () => 'curl /x\n'.repeat(50_000)],
  ['brackets of fetch', () => `fetch("/x", ${'['.repeat(500_000)}`],
  ['brackets of JSON', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['objects', () => `${'{"request":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  [
    'a schema that grows',
    () =>
      JSON.stringify({
        openapi: '3.1.0',
        x: { type: 'object', properties: wide },
        paths: {
          '/x': {
            post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/x' } } } } },
          },
        },
      }),
  ],
  [
    'a reference to itself',
    () =>
      '{"openapi":"3","paths":{"/x":{"post":{"requestBody":{"$ref":"#/a"}}}},"a":{"$ref":"#/a"}}',
  ],
  [
    'names of prototypes',
    () => '{"openapi":"3","paths":{"__proto__":{"get":{}},"constructor":{"get":{}}}}',
  ],
  ['a long text', () => `curl ${'x'.repeat(21_000_000)}`],
])('is fast with %s', (_case, make) => {
  const text = make()
  const begin = performance.now()
  const read = readPasted(text)
  expect(performance.now() - begin).toBeLessThan(3000)
  expect(read?.requests.length ?? 0).toBeLessThanOrEqual(500)
})

it('saves what is kept: a name of the path, methods for exports, and no body that is no JSON', () => {
  const paths = { '/api/posts': { get: { summary: 'All posts' }, put: {}, trace: {} } }
  const { requests = [] } = readPasted(JSON.stringify({ openapi: '3.1.0', paths })) ?? {}
  const [text] = readPasted("curl /api/x -d 'no JSON'")?.requests ?? []
  expect([...requests, ...(text ? [text] : [])].flatMap(toSaved)).toMatchObject([
    { name: 'All posts', request: { method: 'GET', endpoint: '/api/posts' } },
    { name: 'posts', request: { method: 'PUT' } },
    { name: 'x', request: { method: 'POST', body: '{}' } },
  ])
})
