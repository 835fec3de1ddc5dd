import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST, type TesterRequest } from '../request/tester-request.ts'
import type { Recorded } from './recorded.ts'
import { toReplay } from './replay.ts'
import { splitVariables, variable } from './variables.ts'

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
  others: Partial<TesterRequest> = {},
): Recorded {
  const request: TesterRequest = {
    ...{ ...DEFAULT_REQUEST, method: 'POST', endpoint, body: JSON.stringify(body) },
    ...others,
  }
  const answer = { status, statusText: '', headers: {}, text: '', bytes: 0, timing: [] }
  return { request, answer, response: { data } }
}

const logIn = (username: string, status: number) =>
  exchange('/api/auth/login', { username, password: '' }, status)
const dataOf = (...exchanges: Recorded[]) => toReplay(exchanges).steps.map(({ data }) => data)

it('repeats a log-in with the public password of a seed user, and a refused one with a wrong one', () => {
  expect(dataOf(logIn('mira', 200), logIn('mira', 401), logIn('nobody', 404))).toEqual([
    { username: 'mira', password: 'Boxer#1976' },
    { username: 'mira', password: 'Not-it#1' },
    { username: 'nobody', password: 'Not-it#1' },
  ])
})

it('signs up with a valid password, with which a later log-in works', () => {
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

it('leaves out what cannot be repeated, and says why', () => {
  const headers = [{ isUsed: false, header: 'Authorization', value: '[redacted]' }]
  const { steps, leftOut } = toReplay([
    logIn('ada', 200),
    exchange('/api/posts', { content: 'x' }, 201, {}, { headers }),
    exchange('/api/uploads', {}, 201),
  ])
  expect(steps).toEqual([])
  expect(leftOut).toEqual([
    'POST /api/auth/login: the history does not keep its password',
    'POST /api/posts: the history does not keep its token',
    'POST /api/uploads: the history does not keep its file',
  ])
})

it('takes ids that the back end chose from the earlier reply, and those of the seed as they are', () => {
  const id = '01a20fa5-0bad-7000-904d-533acc05b015'
  const seeded = '019a0000-0000-7002-8000-000000000001'
  const posts = [{ _id: id, content: `about ${id}` }, { _id: seeded }]
  const { steps } = toReplay([
    exchange('/api/posts', { content: 'x' }, 201, { posts }),
    exchange(`/api/posts/like/${id}`, {}, 201),
    exchange(`/api/posts/like/${seeded}`, {}, 201),
    exchange('/api/posts', { content: 'y', imageUrl: `/api/uploads/${id}` }, 201),
  ])
  expect(steps[0]?.keeps).toEqual([{ name: 'value1', path: ['posts', 0, '_id'] }])
  expect(splitVariables(steps[1]?.url ?? '')).toEqual([
    { text: 'http://gearheads.test/api/posts/like/' },
    { name: 'value1' },
  ])
  expect(steps[2]?.url).toBe(`http://gearheads.test/api/posts/like/${seeded}`)
  expect(steps[3]?.data).toEqual({ content: 'y', imageUrl: `/api/uploads/${variable('value1')}` })
})

it('sends the token of the last log-in where one was typed', () => {
  const headers = [{ isUsed: false, header: 'authorization', value: '[redacted]' }]
  const { steps } = toReplay([
    logIn('mira', 200),
    exchange('/api/posts', { content: 'x' }, 201, {}, { headers }),
    exchange('/api/auth/verify', { encodedToken: '[redacted]' }, 200),
  ])
  expect(steps[0]?.keeps).toEqual([{ name: 'value1', path: ['encodedToken'] }])
  expect(steps[1]?.headers.authorization).toBe(variable('value1'))
  expect(steps[2]?.data).toEqual({ encodedToken: variable('value1') })
})

const logInFirst: Recorded = { name: 'Log in', checks: [], request: logIn('mira', 200).request }

it('makes variables of the references of saved requests, and expects the status of their checks', () => {
  const request: TesterRequest = {
    ...DEFAULT_REQUEST,
    method: 'POST',
    endpoint: '/api/posts/{{log-in.posts[0]._id}}?x={{log-in.encodedToken}}',
    headers: [{ isUsed: true, header: 'authorization', value: 'Bearer {{log-in.encodedToken}}' }],
    body: '{"n":"{{log-in.posts[0]._id}}"}',
  }
  const status = { path: ['status'], kind: 'equals', value: 201 } as const
  const exists = { path: ['data', 'posts'], kind: 'exists' } as const
  const { steps } = toReplay([logInFirst, { name: 'Post', checks: [status, exists], request }])
  const id = variable('log_in_posts_0__id')
  const token = variable('log_in_encodedToken')
  expect(steps[0]?.keeps).toEqual([
    { name: 'log_in_posts_0__id', path: ['posts', 0, '_id'] },
    { name: 'log_in_encodedToken', path: ['encodedToken'] },
  ])
  expect(steps[0]).toMatchObject({ status: undefined, data: { password: 'Boxer#1976' } })
  expect(steps[1]).toMatchObject({
    url: `http://gearheads.test/api/posts/${id}?x=${token}`,
    headers: { authorization: `Bearer ${token}` },
    data: { n: id },
    status: 201,
    checks: [exists],
  })
})

it('takes braces in a request of the history as they were sent', () => {
  expect(dataOf(exchange('/api/posts', { content: '{{log-in.id}}' }, 201))).toEqual([
    { content: '{{log-in.id}}' },
  ])
})

it('leaves out a saved request that needs a value of a later one', () => {
  const request = { ...DEFAULT_REQUEST, endpoint: '/api/posts/{{log-in.id}}' }
  const { steps, leftOut } = toReplay([{ name: 'First', checks: [], request }, logInFirst])
  expect(steps).toHaveLength(1)
  expect(leftOut).toEqual([
    'First /api/posts/{{log-in.id}}: no earlier request has the value of {{log-in.id}}',
  ])
})
