import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { withSecretVariables } from '../redact.ts'
import { authorizationFor } from '../request/address.ts'
import { DEFAULT_REQUEST, type RequestModel, usernameOf } from '../request/request-model.ts'
import { lookUp, type Replies } from '../saved/look-up.ts'
import { slugOf } from '../saved/names.ts'
import { resolveRequest } from '../saved/references.ts'
import { type NewSaved, type SavedRequest, sentRequests, withRequests } from '../saved/saved.ts'
import type { Context } from './exported.ts'
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

/** Of headers. */
const ODD_NAMES = ['odd', '~x', "'x'", '`x`', '$x', '|x', '%41']

const BOTH_WAYS = ['Postman', 'Gearheads', 'curl'] as const

const comeBack = (saved: SavedRequest, format: (typeof BOTH_WAYS)[number]) =>
  exportAndRead([saved], format)

async function exportAndRead(
  list: readonly SavedRequest[],
  format: (typeof BOTH_WAYS)[number],
  context?: Context,
) {
  const { text } = await writeExport(format, list, context)
  return readFile(new File([text], 'x'))
}

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...BODIES))
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
const part = fc.oneof(
  word,
  word.map((name) => `{{${name}}}`),
)
const headerValue = fc.oneof(part, fc.constantFrom(...TEXTS))
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
        .tuple(fc.oneof(word, fc.constantFrom(...ODD_NAMES)), headerValue, fc.boolean())
        .map(([name, value, isUsed]) => ({ isUsed, header: `x-${name}`, value })),
      { maxLength: 3 },
    ),
    body: fc.oneof(
      fc.jsonValue().map((value) => ({ body: JSON.stringify(value) })),
      text.map((one) => ({ body: JSON.stringify({ [one]: one, deep: [one] }, null, 2) })),
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

/** A host that a file does not name, another app's sign-up, each text, and each name of a header. */
const EXAMPLES: RequestModel[] = [
  { ...DEFAULT_REQUEST, endpoint: '{{baseUrl}}/pets' },
  {
    ...{ ...DEFAULT_REQUEST, method: 'POST', body: '{"username":"a","password":""}' },
    endpoint: 'http://localhost:3000/api/auth/signup',
  },
  ...BODIES.map((text, index): RequestModel => {
    const header = ODD_NAMES[index % ODD_NAMES.length] ?? ''
    const headers = [
      { isUsed: true, header, value: TEXTS[index] ?? 'plain' },
      { isUsed: false, header: 'x-off', value: '{{later}}' },
    ]
    const body = JSON.stringify({ [text]: text, deep: [text] }, null, 2)
    return { ...DEFAULT_REQUEST, method: 'POST', endpoint: 'https://x.test', headers, body }
  }),
]
/** The headers of a request, in lower case, without those of the client. */
const rowsOf = ({ headers }: RequestModel) =>
  headers.flatMap((row) => {
    const header = row.header.toLowerCase()
    return /^(accept|content-type)$/.test(header) ? [] : { ...row, header }
  })

test.each(BOTH_WAYS)('%s: import, export and import lose nothing (R14.26)', (format) =>
  fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const first = { id: 'a', name: 'One', request, checks: [] }
      const once = await comeBack(first, format)
      expect(once.requests).toHaveLength(1)
      const read = once.requests[0] ?? first
      // curl is code: it has what is sent, and other names of variables.
      const isCode = format === 'curl'
      if (!isCode) expect(rowsOf(read.request)).toEqual(rowsOf(request))
      if (!isCode || !/\{\{[\w-]+\}\}/.test(JSON.stringify(asSent(request))))
        expect(asSent(read.request)).toEqual(asSent(request))
      const twice = await comeBack({ id: 'a', ...read, checks: [] }, format)
      expect(twice.requests[0]?.request).toEqual(read.request)
    }),
    { numRuns: 100, examples: EXAMPLES.map((one) => [one]) },
  ),
)

/** What a run of all sends, as user `viewer`: each reply has a token of its user, and an id of its call. */
function sentInRun(list: readonly SavedRequest[], viewer: string | undefined, known: Replies) {
  const replies = new Map<string, { answer: never; response: unknown }>()
  return list.map(({ id }) => {
    const template = sentRequests(list).get(id)?.request ?? DEFAULT_REQUEST
    const request = resolveRequest(template, (inside) =>
      lookUp(inside, { ...known, list, replies }),
    )
    if (typeof request === 'string') throw new Error(request)
    const { method, url, headers, data } = sentBy(request)
    const choice = authorizationFor(request.endpoint, request.auth)
    const user = choice === 'session' ? viewer : usernameOf(choice)
    const own = user && { authorization: `token of ${user}` }
    const call = { method, url, headers: { ...own, ...headers }, data: JSON.stringify(data) }
    const { username } = Object(data) as { username?: string }
    const posts = [{ _id: `${url}#${call.data}`.replace(/\W+/g, '-') }]
    const answer = { status: 200, headers: {} } as never
    const response = { data: { encodedToken: `token of ${username}`, posts } }
    replies.set(id, { answer, response })
    return call
  })
}

const ACCOUNT_CALLS = ['/api/auth/login', '/api/auth/signup']
const NAMES = ['Write', 'Log in (Zoë)', 'Current session', 'Log in as mira', 'login']
const anyList = fc
  .array(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      path: fc.constantFrom('/api/posts', '//other.test/api/x', ...ACCOUNT_CALLS),
      auth: fc.constantFrom('none', 'session', 'user:guest', 'user:mira'),
      value: fc.constantFrom('posts[0]._id', 'encodedToken', undefined),
      from: fc.nat(4),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((calls) =>
    calls.map(({ method, path, auth, value, from }, index): SavedRequest => {
      const isAccountCall = ACCOUNT_CALLS.includes(path)
      // A password that is not stored has a placeholder, once an account is signed up with it.
      const isNew = calls.slice(0, index + 1).some((one) => one.path.endsWith('signup'))
      const theo = { username: 'theo', password: seedPasswords.theo }
      const account = isNew ? { username: 'ada', password: '' } : theo
      const source = value && index > 0 && slugOf(NAMES[from % index] ?? '')
      const reference = source ? `{{${source}.${value}}}` : '{{word}}'
      const body = JSON.stringify(isAccountCall ? account : { 'a "b"': `${reference}!`, n: '2' })
      const headers = [
        ...DEFAULT_REQUEST.headers,
        ...(value === 'encodedToken' && source
          ? [{ isUsed: true, header: 'authorization', value: reference }]
          : []),
      ]
      const endpoint = isAccountCall ? path : `${path}?q=${reference}`
      const sent = isAccountCall ? 'POST' : method
      const request = {
        ...DEFAULT_REQUEST,
        method: sent,
        endpoint,
        headers,
        body,
        auth,
      } as RequestModel
      return { id: String(index), name: NAMES[index] ?? '', request, checks: [] }
    }),
  )

test.each(BOTH_WAYS)(
  'what %s exports is imported, and run as the same requests (R14.26)',
  (format) =>
    fc.assert(
      fc.asyncProperty(anyList, fc.constantFrom('mira', 'ada', undefined), async (list, viewer) => {
        const known = { list: [], replies: new Map(), variables: [WORD] }
        const context = { viewer, values: new Map([[WORD.name, WORD.value]]) }
        const { requests, problem } = await exportAndRead(list, format, context)
        expect(problem).toBeUndefined()
        const added = withSecretVariables<NewSaved>(requests).requests
        const all = withRequests(added)(list).slice(list.length)
        const wanted = sentInRun(list, viewer, known)
        expect(sentInRun(all, viewer, known).slice(-list.length)).toEqual(wanted)
      }),
      { numRuns: 100 },
    ),
)

const WORD = { name: 'word', value: 'torque', isSecret: false }
