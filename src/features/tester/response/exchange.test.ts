import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { withDefaults } from '../../../client/http.ts'
import { HttpError, type HttpResponse } from '../../../client/http.ts'
import { UNDEFINED_ROUTE } from '../../../contract/errors.ts'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { isOwnApi, parseServerTiming, responseOf, sendRequest, sourceOf } from './exchange.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const logged = vi.fn()

beforeEach(() => {
  sent.mockReset().mockImplementation(async () => Response.json({ posts: ['ü'] }))
  vi.stubGlobal('fetch', sent)
  const watched = { addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.stubGlobal('document', { cookie: '', ...watched })
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.spyOn(console, 'error').mockImplementation(logged.mockReset())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const send = (changes: Partial<typeof DEFAULT_REQUEST> = {}, authorization = {}) =>
  sendRequest(
    { ...DEFAULT_REQUEST, ...changes },
    { authorization, signal: new AbortController().signal },
  )

it('reports status, body, size in bytes, source and timing of the response', async () => {
  const headers = { 'Server-Timing': 'delay;dur=400' }
  sent.mockResolvedValue(Response.json({ posts: ['ü'] }, { headers }))
  const { answer, response, failure } = await send()
  expect(failure).toBeUndefined()
  expect(response).toMatchObject({ status: 200, data: { posts: ['ü'] } })
  expect(answer).toMatchObject({
    status: 200,
    text: '{"posts":["ü"]}',
    bytes: 16,
    source: 'worker',
    timing: [{ name: 'delay', ms: 400 }],
  })
})

it('sends the enabled headers and the chosen authorization, and no body with GET', async () => {
  await send({}, { authorization: 'token' })
  expect(sent.mock.lastCall?.[1]).toMatchObject({
    headers: { accept: '*/*', authorization: 'token' },
    body: undefined,
  })
})

it('overrides the chosen authorization with a typed header', async () => {
  const typed = { isUsed: true, header: 'Authorization', value: 'typed' }
  await send({ headers: [typed] }, { authorization: 'chosen' })
  expect(sent.mock.lastCall?.[1].headers).toMatchObject({ authorization: 'typed' })
})

it('logs a failure and reports it with its response', async () => {
  sent.mockResolvedValue(Response.json({ error: ['No.'] }, { status: 400 }))
  const { response, failure, answer } = await send()
  expect(failure).toBe('Request failed with status code 400')
  expect(response).toMatchObject({ status: 400, data: { error: ['No.'] } })
  expect(answer).toMatchObject({ status: 400, text: '{"error":["No."]}' })
  expect(logged).toHaveBeenCalledOnce()
})

it('has neither response nor answer after a network error', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await send()).toMatchObject({
    failure: 'Network Error',
    reason: expect.stringContaining('The mock sent no reply'),
    response: undefined,
    answer: undefined,
  })
})

const config = {
  timeout: 0,
  maxContentLength: -1,
  maxBodyLength: -1,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  method: 'GET',
  url: '/api/x',
  headers: {},
} as const satisfies ReturnType<typeof withDefaults>

function failed(data: unknown): HttpError {
  const response: HttpResponse = { data, status: 404, statusText: 'Not Found', headers: {}, config }
  return new HttpError('Request failed with status code 404', config, response)
}

it('shows the response of an error', () => {
  const error = failed({ error: ['There is no such post.'] })
  expect(responseOf(error)).toBe(error.response)
})

it('shows the error itself when the mock has no such route', () => {
  const error = failed({ error: ['…'], description: UNDEFINED_ROUTE })
  expect(responseOf(error)).toEqual({
    name: 'HttpError',
    message: 'Request failed with status code 404',
    description: UNDEFINED_ROUTE,
    config,
    response: error.response,
  })
})

it.each([null, '', 'text', 7])('shows the response when its data is %j', (data) => {
  const error = failed(data)
  expect(responseOf(error)).toBe(error.response)
})

it('shows nothing when there was no response', () => {
  expect(responseOf(new HttpError('Network Error', config))).toBeUndefined()
  expect(responseOf(new TypeError('Other'))).toBeUndefined()
})

it('parses the durations and descriptions of Server-Timing', () => {
  expect(parseServerTiming('delay;dur=400, store;desc="IndexedDB, cold; slow";dur=2.5')).toEqual([
    { name: 'delay', ms: 400 },
    { name: 'store', ms: 2.5, text: 'IndexedDB, cold; slow' },
  ])
})

it('parses quoted durations, extra spaces and escaped quotes of Server-Timing', () => {
  expect(parseServerTiming(' a ; DUR = "1" ; desc="say \\"hi\\"" ')).toEqual([
    { name: 'a', ms: 1, text: 'say "hi"' },
  ])
})

it('leaves out Server-Timing metrics without a duration', () => {
  expect(parseServerTiming('cache;desc=hit, miss;dur=soon, ')).toEqual([])
  expect(parseServerTiming('')).toEqual([])
  expect(parseServerTiming()).toEqual([])
})

it('distinguishes responses of the worker from forwarded requests', () => {
  expect(sourceOf({ workerStart: 12, nextHopProtocol: '' })).toBe('worker')
  expect(sourceOf({ workerStart: 12, nextHopProtocol: 'h2' })).toBe('network')
  expect(sourceOf({ workerStart: 0, nextHopProtocol: '' })).toBe('network')
  expect(sourceOf(undefined)).toBeUndefined()
})

it('accepts every spelling of an API URL on this origin', () => {
  for (const url of [
    '/api/posts',
    'api/posts?limit=1',
    'http://gearheads.test/api/x',
    '/a/../api/x',
  ])
    expect(isOwnApi(url)).toBe(true)
  for (const url of ['', '/', '/apiary', 'https://elsewhere.test/api/posts', 'http://', '//api/x'])
    expect(isOwnApi(url)).toBe(false)
})
