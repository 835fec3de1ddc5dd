import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST, type RequestModel } from '../request/request-model.ts'
import { type Recorded, withoutMarks } from './exported.ts'
import { toScript } from './script.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

/** A request of the history with its reply. */
function exchange(
  endpoint: string,
  body: unknown,
  status: number,
  data?: unknown,
  others: Partial<RequestModel> = {},
): Recorded {
  const request: RequestModel = {
    ...{ ...DEFAULT_REQUEST, method: 'POST', endpoint, body: JSON.stringify(body) },
    ...others,
  }
  const answer = { status, statusText: '', headers: {}, text: '', bytes: 0 }
  return { request, answer, response: { data } }
}

const logIn = (username: string, status: number) =>
  exchange('/api/auth/login', { username, password: '' }, status)

/** The steps of a script, with `<name>` in place of variables. */
function scriptOf(...recorded: Recorded[]) {
  const script = toScript(recorded, { viewer: 'mira' })
  const shown = (text: string) =>
    script
      .parts(text)
      .map((part) => (typeof part === 'string' ? part : `<${part.variable}>`))
      .join('')
  const steps = script.steps.map((step) => ({
    ...step,
    url: shown(step.url),
    headers: Object.fromEntries(Object.entries(step.headers).map(([k, v]) => [k, shown(v)])),
    data: JSON.parse(withoutMarks(shown(JSON.stringify(step.data ?? null).replaceAll('\\"', "'")))),
  }))
  return { ...script, steps }
}
const dataOf = (...recorded: Recorded[]) => scriptOf(...recorded).steps.map(({ data }) => data)

it('repeats a log-in with the public password of a seed user, and a refused one with a wrong one (R14.20)', () => {
  expect(dataOf(logIn('mira', 200), logIn('mira', 401), logIn('nobody', 404))).toEqual([
    { username: 'mira', password: 'Boxer#1976' },
    { username: 'mira', password: 'Not-it#1' },
    { username: 'nobody', password: 'Not-it#1' },
  ])
})

it('signs up with a valid password, with which a later log-in works (R14.20)', () => {
  const account = { username: 'ada', name: 'Ada', password: '' }
  const signUp = exchange('/api/auth/signup', account, 201)
  const password = 'Copied#1'
  expect(dataOf(signUp, logIn('ada', 200))).toEqual([
    { ...account, password },
    { username: 'ada', password },
  ])
  // It was refused because it had none.
  expect(dataOf(exchange('/api/auth/signup', account, 400))).toEqual([account])
})

it('leaves out what cannot be repeated, and says why (R14.20)', () => {
  const headers = [{ isUsed: false, header: 'Authorization', value: '[redacted]' }]
  const { steps, leftOut } = scriptOf(
    logIn('ada', 200),
    exchange('/api/posts', { content: 'x' }, 201, {}, { headers }),
    exchange('/api/uploads', {}, 201),
  )
  expect(steps).toEqual([])
  expect(leftOut).toEqual([
    'POST /api/auth/login: the history does not keep its password',
    'POST /api/posts: the history does not keep its token',
    'POST /api/uploads: the history does not keep its file',
  ])
})

it('takes ids that the back end chose from the earlier reply, and those of the seed as they are (R14.20)', () => {
  const id = '01a20fa5-0bad-7000-904d-533acc05b015'
  const seeded = '019a0000-0000-7002-8000-000000000001'
  const posts = [{ _id: id, content: `about ${id}` }, { _id: seeded }]
  const { steps } = scriptOf(
    exchange('/api/posts', { content: 'x' }, 201, { posts }),
    exchange(`/api/posts/like/${id}`, {}, 201),
    exchange(`/api/posts/like/${seeded}`, {}, 201),
    exchange('/api/posts', { content: 'y', imageUrl: `/api/uploads/${id}` }, 201),
  )
  expect(steps[0]?.keeps).toEqual([{ name: 'reply_posts_0__id', path: ['posts', 0, '_id'] }])
  expect(steps.map(({ url }) => url.replace('http://gearheads.test/api/posts', ''))).toEqual([
    '',
    '/like/<reply_posts_0__id>',
    `/like/${seeded}`,
    '',
  ])
  expect(steps[3]?.data).toMatchObject({ imageUrl: '/api/uploads/<reply_posts_0__id>' })
})

it('takes a token that the history does not keep from the latest log-in', () => {
  const headers = [{ isUsed: false, header: 'Authorization', value: '[redacted]' }]
  const { steps } = scriptOf(
    logIn('mira', 200),
    exchange('/api/posts', { content: 'x' }, 201, {}, { headers }),
    exchange('/api/auth/verify', { encodedToken: '[redacted]' }, 200),
  )
  expect(steps[0]?.keeps).toEqual([{ name: 'reply_encodedToken', path: ['encodedToken'] }])
  expect(steps[1]?.headers.authorization).toBe('<reply_encodedToken>')
  expect(steps[2]?.data).toEqual({ encodedToken: '<reply_encodedToken>' })
})

it('sends no token of this app to another address', () => {
  const headers = [{ isUsed: false, header: 'Authorization', value: '[redacted]' }]
  const { steps, leftOut } = scriptOf(
    logIn('mira', 200),
    exchange('https://elsewhere.test/x', {}, 200, {}, { headers }),
    exchange('https://elsewhere.test/y', { encodedToken: '[redacted]' }, 200),
  )
  expect(steps).toHaveLength(1)
  expect(leftOut).toEqual([
    'POST https://elsewhere.test/x: the history does not keep its token',
    'POST https://elsewhere.test/y: the history does not keep its token',
  ])
})

const logInFirst: Recorded = { name: 'Log in', checks: [], request: logIn('mira', 200).request }

it('makes variables of the references of saved requests, and expects the status of their checks', () => {
  const request: RequestModel = {
    ...DEFAULT_REQUEST,
    method: 'POST',
    endpoint: '/api/posts/{{log-in.posts[0]._id}}?x={{log-in.encodedToken}}',
    headers: [{ isUsed: true, header: 'authorization', value: 'Bearer {{log-in.encodedToken}}' }],
    body: '{"n":"{{log-in.posts.0._id}}"}',
  }
  const status = { path: ['status'], kind: 'equals', value: 201 } as const
  const exists = { path: ['data', 'posts'], kind: 'exists' } as const
  const { steps } = scriptOf(logInFirst, { name: 'Post', checks: [status, exists], request })
  expect(steps[0]?.keeps).toEqual([
    { name: 'log_in_posts_0__id', path: ['posts', 0, '_id'] },
    { name: 'log_in_encodedToken', path: ['encodedToken'] },
  ])
  expect(steps[0]).toMatchObject({ status: undefined, data: { password: 'Boxer#1976' } })
  expect(steps[1]).toMatchObject({
    url: 'http://gearheads.test/api/posts/<log_in_posts_0__id>?x=<log_in_encodedToken>',
    headers: { authorization: 'Bearer <log_in_encodedToken>' },
    data: { n: '<log_in_posts_0__id>' },
    status: 201,
    checks: [exists],
  })
})

it('gives values with the same words names of their own', () => {
  const body = '{"a":"{{log-in.a_b}}","b":"{{log-in.a.b}}","c":"{{log-in[\\"a,b\\"]}}"}'
  const request = { ...DEFAULT_REQUEST, method: 'POST', body } as const
  const { steps } = scriptOf(logInFirst, { name: 'x', checks: [], request })
  expect(steps[0]?.keeps).toHaveLength(3)
  expect(new Set(steps[0]?.keeps?.map(({ name }) => name)).size).toBe(3)
})

it('takes braces in a request of the history as they were sent', () => {
  const sent = { content: '{{log-in.id}} {{{x}}} {{$guid}}' }
  expect(dataOf(exchange('/api/posts', sent, 201))).toEqual([sent])
})

it('leaves out a saved request that needs a value of a later one', () => {
  const request = { ...DEFAULT_REQUEST, endpoint: '/api/posts/{{log-in.id}}' }
  const { steps, leftOut } = scriptOf({ name: 'First', checks: [], request }, logInFirst)
  expect(steps).toHaveLength(1)
  expect(leftOut).toEqual([
    'First /api/posts/{{log-in.id}}: no earlier request has the value of {{log-in.id}}',
  ])
})

it('takes a name without a path that no earlier request has for a variable', () => {
  const own = { ...DEFAULT_REQUEST, endpoint: 'https://elsewhere.test/y?a={{y}}' }
  const { steps, inputs } = scriptOf({ name: 'y', checks: [], request: own })
  expect(steps[0]?.url).toBe('https://elsewhere.test/y?a=<GEARHEADS_y>')
  expect(inputs).toMatchObject([{ name: 'y' }])
})

it('writes a host without a scheme that is the value of a variable as an address', () => {
  const request = { ...DEFAULT_REQUEST, endpoint: '{{host}}/x/{{host}}' }
  const values = new Map([['host', 'elsewhere.test:8080']])
  const { steps } = toScript([{ name: 'One', checks: [], request }], { values })
  expect(steps[0]?.url).toBe('http://elsewhere.test:8080/x/{{host}}')
})

it('asks for a token only where the viewer is chosen, not where a list names it', () => {
  const typed = '{{current-session.encodedToken}}'
  const endpoints = [`https://elsewhere.test/x?t=${typed}`, `/api/posts?t=${typed}`]
  const list: Recorded[] = [
    ...['none', 'session'].flatMap((auth) =>
      endpoints.map((endpoint) => ({
        ...{ name: `${auth} ${endpoint}`, checks: [] },
        request: { ...DEFAULT_REQUEST, endpoint, auth: auth as 'none' | 'session' },
      })),
    ),
    // The texts of the body are read as JSON.
    ...['/api/posts', 'https://elsewhere.test/'].map((endpoint) => ({
      ...{ name: endpoint, checks: [] },
      request: {
        ...{ ...DEFAULT_REQUEST, endpoint, method: 'POST' as const, auth: 'session' as const },
        body: '{"a":"{{current-sessi\\u006fn.encodedToken}}"}',
      },
    })),
  ]
  const own: Recorded = { name: 'Own', request: { ...DEFAULT_REQUEST, auth: 'session' } }
  const { steps, inputs, leftOut } = toScript([...list, own, own], { viewer: 'ada' })
  expect(steps.map(({ url }) => url)).toEqual(Array(2).fill('http://gearheads.test/api/test-todos'))
  expect(inputs).toMatchObject([{ variable: 'GEARHEADS_TOKEN', user: 'ada' }])
  expect(leftOut).toHaveLength(list.length)
})

it('exports no authorization to another address (R14.34)', () => {
  const endpoints = ['/api/posts', '//elsewhere.test/api/posts', '{{log-in.url}}/api/posts']
  const { steps } = scriptOf(
    logInFirst,
    ...endpoints.map((endpoint) => ({
      ...{ name: endpoint, checks: [] },
      request: { ...DEFAULT_REQUEST, endpoint, auth: 'session' as const },
    })),
  )
  const token = '<log_in_as_mira_encodedToken>'
  expect(steps.map(({ headers }) => headers.authorization)).toEqual([
    ...[undefined, undefined, token, undefined, undefined],
  ])
})
