import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_REQUEST, type RequestModel } from '../request/request-model.ts'
import type { SavedRequest } from '../saved/saved.ts'
import { writeExport } from './formats.ts'
import { readFile } from './read.ts'
import { sentBy } from './script.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

/** Each means something in a shell, in JSON, or in a template. */
const TEXTS = [
  ...["it's", 'a "b" c', 'back\\slash', 'end\\', `$HOME \${x} $(id)`, '`id`', '!x', '%20 100%'],
  ...['{{', '}}', '{{ a }', '{{no reference!}}', '~off', '@file', '#tag; --x', "'''", '"quoted"'],
  ...[
    'a: b',
    'a,b;c',
    '*/*',
    '<&>',
    '[1]{2}',
    '(a) => b',
    '\\n \\u0041 \\"',
    "\\'",
    `\${a}`,
    '^x$',
  ],
]
/** A header has no line breaks, and no characters beyond Latin-1. */
const BODIES = [
  ...TEXTS,
  'two\nlines\r\n',
  '\ttab',
  'Zoë 🏁 日本',
  '\u2028',
  '}\n}',
  '  spaces  ',
  '',
]

const post = (text: string, header = text): SavedRequest => ({
  id: 'a',
  name: 'Post',
  request: {
    ...DEFAULT_REQUEST,
    method: 'POST',
    endpoint: 'http://elsewhere.test/x',
    headers: [
      { isUsed: true, header: 'content-type', value: 'application/json' },
      { isUsed: true, header: 'x-odd', value: header },
    ],
    body: JSON.stringify({ [text]: text, deep: [text] }, null, 2),
  },
  checks: [],
})

async function comeBack(saved: SavedRequest, format: 'Postman' | 'curl' | 'Gearheads') {
  const { text } = await writeExport(format, [saved])
  return readFile(new File([text], 'x'))
}

const partsOf = ({ request: { endpoint, headers, body } }: Pick<SavedRequest, 'request'>) => ({
  endpoint,
  header: headers.find(({ header }) => header === 'x-odd'),
  body: JSON.parse(body),
})

test.each(BODIES)('a request with %j comes back from each format as it was', async (text) => {
  const plain = post(text, TEXTS.includes(text) ? text : 'plain')
  // curl is code: a text in braces that stands for a value asks for it.
  for (const format of ['Postman', 'curl', 'Gearheads'] as const) {
    const { requests } = await comeBack(plain, format)
    expect(requests.map(partsOf)).toEqual([partsOf(plain)])
  }
})

test.each(['~x', "'x'", '`x`', '$x', '|x', '%41'])(
  'a header with the name %s comes back',
  async (name) => {
    const saved = post('plain')
    const own = { isUsed: true, header: name, value: 'yes' }
    saved.request.headers.push(own)
    for (const format of ['Postman', 'curl'] as const) {
      const { requests } = await comeBack(saved, format)
      expect(requests[0]?.request.headers).toContainEqual(own)
    }
  },
)

test.each(['Postman', 'Gearheads'] as const)(
  '%s keeps a header that is off, in its place',
  async (format) => {
    const saved = post('plain')
    const off = { isUsed: false, header: 'x-off', value: '{{later}}' }
    saved.request.headers.unshift(off)
    const { requests } = await comeBack(saved, format)
    expect(requests[0]?.request.headers).toEqual(saved.request.headers)
  },
)

test('curl has only what is sent', async () => {
  const saved = post('plain')
  saved.request.headers.push({ isUsed: false, header: 'x-off', value: '{{later}}' })
  const { requests } = await comeBack(saved, 'curl')
  const names = requests[0]?.request.headers.map(({ header }) => header)
  expect(names).toContain('x-odd')
  expect(names).not.toContain('x-off')
})

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...BODIES))
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
const part = fc.oneof(
  word,
  word.map((name) => `{{${name}}}`),
)
/** Any request to elsewhere: no header is the browser's. One that is off is not sent. */
const anyRequest = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'),
    endpoint: fc
      .tuple(fc.array(part, { maxLength: 3 }), fc.array(fc.tuple(word, part), { maxLength: 2 }))
      .map(([path, query]) => {
        const search = query.map((pair) => pair.join('=')).join('&')
        return `https://elsewhere.test/${path.join('/')}${search && `?${search}`}`
      }),
    headers: fc.array(
      fc
        .tuple(word, part, fc.boolean())
        .map(([name, value, isUsed]) => ({ isUsed, header: `x-${name}`, value })),
      { maxLength: 3 },
    ),
    body: fc.oneof(
      fc.jsonValue().map((value) => ({ body: JSON.stringify(value) })),
      fc.record({
        body: text.filter((one) => one !== ''),
        type: fc.constantFrom('text/plain', 'text/csv'),
      }),
      fc.constant({ body: '', type: '' }),
    ),
  })
  .map(({ body, ...rest }) => ({ ...rest, ...body, auth: 'none' }) as RequestModel)

/** A request as it is sent. */
function asSent(request: RequestModel) {
  const { method, url, headers, data } = sentBy(request)
  const { 'content-type': type, accept: _, ...others } = headers
  return { method, url: decodeURI(String(url)), type, others, data: JSON.stringify(data) }
}

test.each(['Postman', 'Gearheads', 'curl'] as const)(
  '%s: import, export and import lose nothing (R14.26)',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const first = { id: 'a', name: 'One', request, checks: [] }
        const once = await comeBack(first, format)
        expect(once.requests).toHaveLength(1)
        const [read] = once.requests
        if (format !== 'curl') expect(read && asSent(read.request)).toEqual(asSent(request))
        const twice = await comeBack({ id: 'a', ...(read ?? first), checks: [] }, format)
        expect(twice.requests[0]?.request).toEqual(read?.request)
      }),
      { numRuns: 60 },
    )
  },
)
