import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NewFailure } from '../../../contract/failures.ts'
import { NewOverride } from '../../../contract/settings.ts'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import type { Exchange } from '../response/exchange.ts'
import { presets } from './presets.ts'
import {
  describeRule,
  describeRules,
  EFFECTS,
  FREQUENCIES,
  failureOf,
  overrideOf,
  presetOf,
  withOverrides,
  withPreset,
} from './rules.ts'

beforeEach(() => vi.stubGlobal('location', new URL('http://gearheads.test/mock')))
afterEach(() => vi.unstubAllGlobals())

const get = { method: 'GET', path: '/api/x' }

const exchange = (endpoint: string, response: unknown): Exchange => ({
  request: { ...DEFAULT_REQUEST, endpoint },
  at: 0,
  timeMs: 0,
  response,
})

it('creates valid failures', () => {
  for (const effect of Object.keys(EFFECTS))
    for (const { value: frequency } of FREQUENCIES)
      expect(v.is(NewFailure, failureOf({ route: 'GET /api/x', effect, frequency }))).toBe(true)
  const chosen = { route: '* *', effect: 'No reply', frequency: 'once' }
  expect(failureOf(chosen)).toEqual({ method: '*', path: '*', status: 0, times: 1 })
})

it('replaces the failures of a preset by those of another, and keeps all others', () => {
  const own = { id: 'own', method: 'GET', path: '*', status: 500 }
  const lossy = withPreset([own], 'Lossy')
  expect(v.is(v.array(NewFailure), lossy)).toBe(true)
  expect(lossy.map(presetOf)).toEqual([undefined, ...presets.Lossy.map(() => 'Lossy')])
  expect(new Set(lossy.map(({ id }) => id)).size).toBe(lossy.length)
  const slow = withPreset(lossy, 'Slow 3G')
  expect(slow.map(presetOf)).toEqual([undefined, 'Slow 3G'])
  expect(withPreset(slow)).toEqual([own])
})

it('says in words what is on (R13.18)', () => {
  const own = { id: 'own', method: 'GET', path: '*', status: 500 } as const
  const say = (failures: NewFailure[], overrides: NewOverride[] = []) =>
    describeRules({ failures, overrides } as never)
  expect(say([])).toBe('Off')
  expect(say(withPreset([], 'Lossy'))).toBe('Lossy is on')
  expect(say([own, own])).toBe('2 failures planned')
  const override = { ...get, status: 200, body: null }
  expect(say(withPreset([own], 'Slow 3G'), [override])).toBe(
    'Slow 3G is on, 1 failure planned, 1 override on',
  )
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

it.each<[NewFailure | NewOverride, string]>([
  [{ method: '*', path: '*', status: 0 }, 'Every call gets no reply'],
  [{ ...get, status: 503, times: 1 }, 'GET /api/x answers 503, once'],
  [{ ...get, status: 503, rate: 0.5 }, 'GET /api/x answers 503, 50 % of the time'],
  [{ ...get, status: 200, body: 1, times: 3 }, 'GET /api/x answers 200, 3 times'],
  [{ ...get, status: 0, after: true }, 'GET /api/x is done, but gets no reply'],
  [{ ...get, kind: 'slow', p50: 500, p95: 2000 }, 'GET /api/x takes 500 ms, 1 in 20 over 2.00 s'],
  [{ ...get, kind: 'hang', after: true }, 'GET /api/x is done, but never gets a reply'],
  [{ ...get, status: 500, id: 'preset Lossy/0' }, 'Lossy: GET /api/x answers 500'],
  [{ ...get, kind: 'cut' }, 'GET /api/x breaks off in the body'],
  [{ ...get, kind: 'malformed' }, 'GET /api/x answers malformed JSON'],
  [{ ...get, kind: 'html' }, 'GET /api/x answers an HTML page'],
  [{ ...get, kind: 'html', status: 502 }, 'GET /api/x answers 502 with an HTML page'],
  [{ ...get, kind: 'redirect', location: '/y' }, 'GET /api/x redirects to /y'],
])('describes %j in a sentence', (rule, sentence) => {
  expect(describeRule(rule)).toBe(sentence)
})
