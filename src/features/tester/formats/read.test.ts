import { beforeEach, expect, it, vi } from 'vitest'
import { openApiDocument } from '../../../../scripts/api-description/openapi.ts'
import { readText } from './read.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  return () => vi.unstubAllGlobals()
})

const accept = { isUsed: true, header: 'Accept', value: '*/*' }
const header = (name: string, value: string) => ({ isUsed: true, header: name, value })
const FORM = 'application/x-www-form-urlencoded'
/** The only request of a text, of which nothing is left out. */
async function one(text: string) {
  const read = await readText(text)
  expect(read?.leftOut).toEqual([])
  expect(read?.requests).toHaveLength(1)
  return read?.requests[0]?.request
}
const leftOut = async (text: string) => (await readText(text))?.leftOut
const linesOf = async (text: string) =>
  (await readText(text))?.requests.map(({ request }) => `${request.method} ${request.endpoint}`)

it.each([
  '/api/posts',
  'http://localhost:4392/x',
  'curl',
  'curly/posts',
  '',
  '{',
  '{"users":[]}',
  '[1,2]',
  '{{host}}/users',
  '[::1]:4392/x',
  'fetch("/api/posts")',
  'null',
])('leaves %j as it is (R14.21)', async (text) => {
  expect(await readText(text)).toBeUndefined()
})

it.each(['{"info": {"name": "Cut o', '{\n\t"log": {', '[{"name": "x"}, {'])(
  'says that %j is cut off (R14.21)',
  async (text) => {
    expect((await readText(text))?.problem).toContain('cut off')
  },
)

it('reads a command as DevTools copies it on Linux and macOS (R14.21)', async () => {
  const text = `curl 'http://localhost:4173/api/posts' \\
  -X 'POST' \\
  -H 'Accept: */*' \\
  -H 'Content-Type: application/json' \\
  --data-raw $'{"content":"It\\'s \\u00fc \\\\n"}' \\
  --compressed`
  expect(await one(text)).toEqual({
    method: 'POST',
    endpoint: 'http://localhost:4173/api/posts',
    headers: [accept, header('Content-Type', 'application/json')],
    body: '{"content":"It\'s ü \\n"}',
    auth: 'none',
  })
})

it.each([
  ['curl -XPOST -d "{}" /x', { method: 'POST', body: '{}', type: FORM }],
  ['curl -X POST /x', { method: 'POST', body: '', type: '' }],
  ['curl -d a=1 -d b=2 /x', { method: 'POST', body: 'a=1&b=2', type: FORM }],
  ['curl -sSLX DELETE /x', { method: 'DELETE', endpoint: '/x' }],
  ['$ curl --request PATCH --url /x', { method: 'PATCH', endpoint: '/x' }],
  ['curl -I /x', { method: 'HEAD' }],
  ['curl.exe -o out.json --max-time 5 /x', { method: 'GET', endpoint: '/x' }],
  ['curl -u ada:s3cret /x', { headers: [header('Authorization', 'Basic YWRhOnMzY3JldA==')] }],
  ['curl -H "X-Empty;" -H"A:1" /x', { headers: [header('X-Empty', ''), header('A', '1')] }],
  [
    'curl -G -d a=1 --data-urlencode "b=x y" "/x?c=2"',
    { method: 'GET', endpoint: '/x?c=2&a=1&b=x%20y' },
  ],
  [
    `curl --json '{"a":1}' /x`,
    { method: 'POST', body: '{"a":1}', headers: [header('Accept', 'application/json')] },
  ],
  [`curl /a"b"'c'\\ d`, { endpoint: '/abc d' }],
  ['curl /x # a comment', { endpoint: '/x' }],
  ['curl /x#top \\\n -d a$ -d $"b" -d c#', { endpoint: '/x#top', body: 'a$&$b&c#' }],
  [`curl /x -H content-type:application/json -d '{"re":"^"}'`, { body: '{"re":"^"}' }],
  ['curl api.example.com/x', { endpoint: 'http://api.example.com/x' }],
  ['curl localhost:3000', { endpoint: 'http://localhost:3000' }],
  [`curl "$HOST/x" -H "a: \${B}$1"`, { endpoint: '{{HOST}}/x', headers: [header('a', '{{B}}$1')] }],
  ['curl /x > out.json 2>&1 < /dev/null', undefined],
  ['curl /x >out 2>/dev/null', { method: 'GET', endpoint: '/x' }],
  ["curl /x -H content-type:text/plain --data-raw $'\\U0001F600\\u00fc'", { body: '😀ü' }],
  [
    "curl -X POST /x -H 'Content-Type: application/json' -d @- <<'EOF'\n{\n \"a\": 1\n}\nEOF\n",
    { body: '{\n "a": 1\n}\n', endpoint: '/x' },
  ],
  ['curl --no-progress-meter --compressed --retry 3 /x', { endpoint: '/x' }],
])('reads %s', async (text, expected) => {
  if (expected) expect(await one(text)).toMatchObject(expected)
  else expect(await leftOut(text)).toEqual(['1 file as the input'])
})

it('reads several commands and addresses', async () => {
  const text = 'curl /a /b --next -d "{}" /c\ncurl \\\n  /d; curl /e'
  expect(await linesOf(text)).toEqual(['GET /a', 'GET /b', 'POST /c', 'GET /d', 'GET /e'])
})

it('follows replies through the variables of a shell (R14.26)', async () => {
  const read = await readText(
    `curl https://x.test/none
REPLY=$(curl -s https://x.test/login -d a
) && TOKEN="$(echo)"; ID=$(echo "$REPLY" | jq -r '.users[0]["an id"]')
JWT=$(curl https://x.test/token | jq .jwt); LAST=$(curl https://x.test/last | jq -r '.a | length')
: "\${KEY:?}"
curl "https://x.test/$ID/$TOKEN/$LAST/$KEY" -H "authorization: Bearer $JWT"`,
  )
  expect(read?.requests.at(-1)?.request).toMatchObject({
    endpoint: 'https://x.test/{{login.users[0]["an id"]}}/{{TOKEN}}/{{LAST}}/{{KEY}}',
    headers: [header('authorization', 'Bearer {{token.jwt}}')],
  })
  expect(read?.leftOut).toEqual([
    '1 expression that only a shell can fill in',
    '1 variable that only a shell sets',
    '1 command other than curl',
  ])
})

it('keeps the fields of a form, and the method of a file (R14.27)', async () => {
  const read = await readText(`curl -F 'a=1;type=text/x' -F p=@photo.png --form-string b=@c /x`)
  expect(read?.requests[0]?.request).toMatchObject({
    method: 'POST',
    type: expect.stringMatching(/^multipart\/form-data; boundary=/),
    body: expect.stringMatching(
      /name="a"\r\nContent-Type: text\/x\r\n\r\n1\r\n[\s\S]*name="b"\r\n\r\n@c\r\n[\s\S]*--\r\n$/,
    ),
  })
  expect(read?.leftOut).toEqual(['1 file as a field of a form'])
  expect((await readText('curl -T x /y'))?.requests[0]?.request.method).toBe('PUT')
  expect((await readText('curl -d @x /y'))?.requests[0]?.request.method).toBe('POST')
  expect((await readText('curl -F a=@x /y'))?.requests[0]?.request.method).toBe('POST')
})

it('says what it leaves out (R14.21)', async () => {
  expect(await leftOut('curl -d @file /x')).toEqual(['1 file as the body'])
  expect(await leftOut('curl -T file /x')).toEqual(['1 file as the body'])
  expect(await leftOut('curl -b a=1 -H "Sec-Fetch-Mode: cors" /x')).toEqual([
    '2 headers that the browser sets itself, such as cookies',
  ])
  expect(await leftOut('curl -H Accept: /x')).toEqual(['1 header that the command removes'])
  expect(await leftOut('curl -k --proxy p:1 --frobnicate /x')).toEqual([
    '1 option “--insecure”',
    '1 option “--proxy”',
    '1 option “--frobnicate”',
  ])
  expect(await leftOut('curl "$(host)/x"')).toEqual(['1 expression that only a shell can fill in'])
  expect(await leftOut('curl /x | jq .')).toEqual(['1 command other than curl'])
  expect(await leftOut('curl -X POST')).toEqual(['1 command without an address'])
  expect(await leftOut('curl -X COPY /x')).toEqual(['1 request with the method COPY'])
  expect(await leftOut('$ A=1 B="x y" curl /x\nC=2\ncurl /y')).toEqual([
    '3 variables that only a shell sets',
  ])
  expect(await linesOf('A=1 curl /x')).toEqual(['GET /x'])
  const pattern = ' with a pattern such as [1-3] or {a,b}, which curl expands'
  expect(await leftOut('curl "/x/[1-3]/{a,b}" "/{c,d}" /y')).toEqual([`2 addresses${pattern}`])
  expect(await linesOf('curl -g "/[1-3]/{a,b}" -G -d "x[]={y}"')).toEqual([
    'GET /[1-3]/{a,b}?x[]={y}',
  ])
  expect((await readText("curl '/x"))?.problem).toBe("A quote (') is not closed.")
})

const harRequest = {
  method: 'POST',
  url: 'https://a.test/x',
  headers: [
    { name: ':authority', value: 'a.test' },
    { name: 'accept', value: 'text/html' },
  ],
  postData: { mimeType: 'application/json', text: '{"a":1}' },
}

it('reads a HAR, an entry of one, and the request of an entry (R14.21)', async () => {
  const entry = { request: harRequest, response: { status: 200 }, _priority: 'High' }
  const har = { log: { entries: [entry, { request: { method: 'GET', url: '/y' } }, 7] } }
  for (const data of [entry, [entry], harRequest]) {
    expect((await readText(JSON.stringify(data)))?.requests).toMatchObject([
      {
        name: 'x',
        request: {
          method: 'POST',
          endpoint: 'https://a.test/x',
          headers: [header('accept', 'text/html')],
          body: '{"a":1}',
        },
      },
    ])
  }
  expect(await linesOf(JSON.stringify(har))).toEqual(['POST https://a.test/x', 'GET /y'])
  expect(await leftOut(JSON.stringify(har))).toEqual([
    '1 header that the browser sets itself, such as cookies',
    '1 malformed entry',
    '1 reply',
  ])
})

it('keeps parameters and cookies of a HAR that only its lists have', async () => {
  const read = (request: object) =>
    readText(JSON.stringify({ log: { entries: [{ request: { method: 'GET', ...request } }] } }))
  const queryString = [
    { name: 'key', value: 'value' },
    { name: 'foo', value: 'b&r' },
    { name: 'foo', value: 'baz' },
    { name: 'encoded', value: 'a%26b&encoded=c' },
  ]
  const cookies = [
    { name: 'a', value: '1', path: '/', httpOnly: true },
    { name: 'b', value: '2' },
  ]
  const lists = await read({
    url: 'https://a.test/x?key=value&foo=b%26r#top',
    queryString,
    cookies,
  })
  expect(lists?.requests[0]?.request.endpoint).toBe(
    'https://a.test/x?key=value&foo=b%26r&foo=baz&encoded=a%26b&encoded=c#top',
  )
  expect(lists?.leftOut).toEqual(['1 header that the browser sets itself, such as cookies'])
  const url = 'https://a.test/x?key=value&foo=b%26r&foo=baz&encoded=a%2526b'
  const headers = [{ name: 'cookie', value: 'a=1; b=2' }]
  const both = await read({ url, queryString, cookies, headers })
  expect(both?.requests[0]?.request.endpoint).toBe(url)
  expect(both?.leftOut).toEqual(lists?.leftOut)
})

it('reads the fields of a form of a HAR', async () => {
  const post = (mimeType: string, params: object[]) => {
    const postData = { mimeType, params }
    return JSON.stringify({ method: 'POST', url: 'https://a.test/x', headers: [], postData })
  }
  const fields = [
    { name: 'a', value: 'x y' },
    { name: 'ü', value: '' },
  ]
  expect(await one(post(FORM, fields))).toMatchObject({ body: 'a=x%20y&%C3%BC=', type: FORM })
  const read = await readText(
    post('multipart/form-data; boundary=x', [...fields, { name: 'f', fileName: 'p' }]),
  )
  expect(read?.leftOut).toEqual(['1 file as a field of a form'])
  expect(read?.requests[0]?.request.body).toContain('name="a"\r\n\r\nx y\r\n')
})

it("reads this API's own description, with a body that fits its schema", async () => {
  const { requests = [], leftOut } =
    (await readText(JSON.stringify(await openApiDocument('1.0.0')))) ?? {}
  expect(leftOut?.join()).not.toContain('part “')
  expect(requests.length).toBeGreaterThan(40)
  const add = requests.find(({ request }) => request.endpoint.endsWith('/api/auth/login'))
  expect(add).toMatchObject({ name: expect.any(String), request: { method: 'POST' } })
  expect(Object.keys(JSON.parse(add?.request.body ?? '')).sort()).toEqual(['password', 'username'])
})

it('reads Swagger 2 and schemas that refer to themselves (R14.21)', async () => {
  const document = {
    swagger: '2.0',
    ...{ host: 'a.test', basePath: '/v1', schemes: ['http'] },
    paths: {
      '/n': {
        post: { parameters: [{ in: 'body', name: 'n', schema: { $ref: '#/definitions/N' } }] },
      },
      '/f/{id}': {
        post: {
          consumes: [FORM],
          parameters: [
            { in: 'path', name: 'id', required: true },
            { in: 'formData', name: 'a', type: 'string', default: 'x y' },
            { in: 'formData', name: 'key', type: 'string', required: true },
            { in: 'formData', name: 'optional', type: 'string' },
          ],
        },
      },
    },
    definitions: { N: { type: 'object', properties: { next: { $ref: '#/definitions/N' } } } },
  }
  const { requests = [], leftOut } = (await readText(JSON.stringify(document))) ?? {}
  expect(leftOut).toEqual(['1 optional form field without an example (POST /f/{id})'])
  const [n, f] = requests.map(({ request }) => request)
  expect(n?.endpoint).toBe('http://a.test/v1/n')
  expect(JSON.parse(n?.body ?? '')).toHaveProperty('next.next.next')
  expect(f).toMatchObject({
    endpoint: 'http://a.test/v1/f/{{id}}',
    body: 'a=x%20y&key={{key}}',
    type: FORM,
  })
})

it('reads OpenAPI in YAML: parameters with examples, security, servers and their variables', async () => {
  const read = await readText(`# A comment
info: {title: Pets, description: "x"}
openapi: 3.0.3
servers:
  - url: https://{region}.a.test/{version}/
    variables: {region: {default: eu}, version: {}}
security: [{key: []}]
paths:
  /pets/{id}:
    servers: [{url: /v2}]
    parameters:
      - {in: path, name: id, required: true, schema: {type: integer}, example: 7}
      - {in: header, name: X-Trace, schema: {type: string}}
    get:
      summary: One pet
      security: [{bearer: []}, {}]
      parameters:
        - {in: query, name: fields, example: [a, b c]}
        - {in: query, name: lang, required: true}
        - {in: query, name: page}
      responses: {'200': {description: ok}}
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {properties: {name: {example: Rex}, id: {readOnly: true}}}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: query, name: api_key}
    bearer: {type: http, scheme: bearer}
`)
  expect(read?.requests).toMatchObject([
    {
      name: 'One pet',
      request: {
        endpoint: '{{baseUrl}}/v2/pets/7?fields=a&fields=b%20c&lang={{lang}}',
        headers: [
          { isUsed: false, header: 'X-Trace' },
          { isUsed: true, header: 'Authorization', value: 'Bearer {{bearer}}' },
        ],
      },
    },
    {
      request: {
        method: 'POST',
        endpoint: 'https://eu.a.test/{{version}}/pets?api_key={{key}}',
        body: JSON.stringify({ name: 'Rex' }, null, 2),
      },
    },
  ])
  expect(read?.leftOut).toEqual([
    '1 optional query parameter without an example (One pet)',
    '1 authorization besides the first (One pet)',
    '1 description of replies',
  ])
})

it('says that a document has no operations, and that YAML is malformed', async () => {
  expect((await readText('{"openapi":"3.1.0","webhooks":{"x":{}}}'))?.problem).toMatch(
    /no operations/,
  )
  expect((await readText('openapi: 3.1.0\ninfo: [x'))?.problem).toMatch(/no valid YAML/)
})

/** Hostile texts. None takes quadratic time. */
const wide = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`p${index}`, { $ref: '#/x' }]),
)
it.each([
  ['quotes', () => `curl ${`'a'"b"`.repeat(200_000)}`],
  ['backslashes', () => `curl ${'\\'.repeat(1_000_000)}`],
  ['variables', () => `${'a=1 '.repeat(500_000)}\n${'a=""'.repeat(500_000)}`],
  ['an open quote', () => `curl "${'\\"'.repeat(500_000)}`],
  ['white space', () => `curl${' '.repeat(1_000_000)}`],
  ['white space before nothing', () => `${' '.repeat(1_000_000)}x`],
  ['dollar signs', () => `curl ${"$'\\x4".repeat(200_000)}`],
  ['commands', () => 'curl /x\n'.repeat(50_000)],
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
  ['number signs', () => `curl ${'a#'.repeat(500_000)}`],
  ['open expressions', () => `curl "${'$(json "'.repeat(200_000)}`],
  ['a long quote', () => `curl -d '${'x'.repeat(30_000_000)}' "${'\\$y'.repeat(5_000_000)}"`],
  ['redirections', () => `curl /x ${'<<a >'.repeat(100_000)}`],
  [
    'anchors of YAML',
    () =>
      `openapi: 3\na: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n ? `b${n - 1}` : 'a'}, *${n ? `b${n - 1}` : 'a'}]`).join('\n')}`,
  ],
  ['a long text', () => `curl ${'x'.repeat(21_000_000)}`],
])('is fast with %s', async (_case, make) => {
  const text = make()
  const read = await readText(text)
  expect(read?.requests.length ?? 0).toBeLessThanOrEqual(500)
})
