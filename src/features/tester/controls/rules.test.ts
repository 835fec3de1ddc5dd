import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NewFailure, NewOverride } from '../../../contract/settings.ts'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import type { Exchange } from '../response/exchange.ts'
import { describeRule, FREQUENCIES, failureOf, overrideOf, withOverrides } from './rules.ts'

beforeEach(() => vi.stubGlobal('location', new URL('http://gearheads.test/mock')))
afterEach(() => vi.unstubAllGlobals())

const exchange = (endpoint: string, response: unknown): Exchange => ({
  request: { ...DEFAULT_REQUEST, endpoint },
  at: 0,
  timeMs: 0,
  response,
})

it('creates valid failures', () => {
  for (const { value } of FREQUENCIES)
    expect(v.is(NewFailure, failureOf('POST /api/posts', 503, value))).toBe(true)
  expect(failureOf('* *', 0, 'once')).toEqual({ method: '*', path: '*', status: 0, times: 1 })
})

it('creates an override of the response for the path of the request', () => {
  const override = overrideOf(exchange('/api/posts?limit=2', { status: 201, data: { posts: [] } }))
  expect(override).toEqual({ method: 'GET', path: '/api/posts', status: 201, body: { posts: [] } })
  expect(v.is(NewOverride, override)).toBe(true)
})

it('creates an override of the response inside the error of a call without a route', () => {
  const error = { message: 'failed', response: { status: 404, data: { error: ['No.'] } } }
  expect(overrideOf(exchange('/api/test-todos', error))).toMatchObject({
    status: 404,
    body: { error: ['No.'] },
  })
})

it('says why the mock cannot serve a response', () => {
  const reasonOf = (endpoint: string, response: unknown) => overrideOf(exchange(endpoint, response))
  expect(reasonOf('https://elsewhere.test/', { status: 200, data: 1 })).toMatch(/of this API/)
  expect(reasonOf('/api/x', undefined)).toMatch(/status from 200 to 599/)
  expect(reasonOf('/api/x', { status: 'odd', data: 1 })).toMatch(/status from 200 to 599/)
  expect(reasonOf('/api/x', { status: 99, data: 1 })).toMatch(/status from 200 to 599/)
})

it('replaces only an existing override of the same route', () => {
  const old = { method: 'GET', path: '/api/posts', status: 200, body: 1 }
  const other = { ...old, path: '/api/users' }
  expect(withOverrides({ overrides: [old, other] }, [{ ...old, body: 2 }])).toEqual({
    overrides: [{ ...old, body: 2 }, other],
  })
})

it('describes a rule in a sentence', () => {
  expect(describeRule(failureOf('* *', 0, 'always'))).toBe('Every call gets no reply')
  expect(describeRule(failureOf('GET /api/users', 503, 'once'))).toBe(
    'GET /api/users answers 503, once',
  )
  expect(describeRule(failureOf('GET /api/users', 503, '50%'))).toBe(
    'GET /api/users answers 503, 50 % of the time',
  )
  expect(describeRule({ method: 'GET', path: '/api/x', status: 200, body: 1, times: 3 })).toBe(
    'GET /api/x answers 200, 3 times',
  )
})
