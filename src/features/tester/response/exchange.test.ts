import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { withDefaults } from '../../../client/http.ts'
import { HttpError, type HttpResponse } from '../../../client/http.ts'
import { UNDEFINED_ROUTE } from '../../../contract/errors.ts'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import { responseOf, sendRequest } from './exchange.ts'

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

it('reports status, body and size in bytes of the response', async () => {
  const { answer, response, failure } = await send()
  expect(failure).toBeUndefined()
  expect(response).toMatchObject({ status: 200, data: { posts: ['ü'] } })
  expect(answer).toMatchObject({ status: 200, text: '{"posts":["ü"]}', bytes: 16 })
})

it('sends the enabled headers and the chosen authorization, and no body with GET (R14.5)', async () => {
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

it('logs a failure and reports it with its response (R14.8)', async () => {
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

it('shows the response of an error (R14.8)', () => {
  const error = failed({ error: ['There is no such post.'] })
  expect(responseOf(error)).toBe(error.response)
})

it('shows the error itself when the mock has no such route (R14.8)', () => {
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

it('shows nothing when there was no response (R14.8)', () => {
  expect(responseOf(new HttpError('Network Error', config))).toBeUndefined()
  expect(responseOf(new TypeError('Other'))).toBeUndefined()
})

it('decodes a reply by its character set, and shows other formats as text (R14.37)', async () => {
  const reply = (body: BodyInit, type: string) =>
    new Response(body, { headers: { 'content-type': type } })
  sent.mockResolvedValue(
    reply(new Uint8Array([0x22, 0xe9, 0x22]), 'application/json; charset=ISO-8859-1'),
  )
  expect(await send()).toMatchObject({ response: { data: 'é' }, answer: { text: '"é"' } })
  for (const type of [
    'application/x-ndjson',
    'application/yaml',
    'text/csv',
    'application/problem+json',
  ]) {
    sent.mockResolvedValue(reply('{"a":1}\n{"b":2}', type))
    expect(await send()).toMatchObject({ answer: { text: '{"a":1}\n{"b":2}' }, file: undefined })
  }
})

it('shows what came of a stream that is cancelled (R14.37)', async () => {
  const abort = new AbortController()
  const body = new ReadableStream({
    pull(stream) {
      if (abort.signal.aborted) return stream.error(new DOMException('', 'AbortError'))
      stream.enqueue(new TextEncoder().encode('data: 1\n'))
      abort.abort()
    },
  })
  sent.mockResolvedValue(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  const done = await sendRequest(DEFAULT_REQUEST, { authorization: {}, signal: abort.signal })
  expect(done).toMatchObject({
    failure: 'Request aborted',
    response: { status: 200, data: 'data: 1\n' },
    answer: { text: 'data: 1\n' },
  })
})

it('sends a body of another type as it is, and none if there is none', async () => {
  await send({ method: 'POST', body: 'a=1', type: 'text/x' })
  expect(sent.mock.lastCall?.[1]).toMatchObject({
    body: 'a=1',
    headers: { 'content-type': 'text/x' },
  })
  await send({ method: 'POST', body: '', type: '' })
  expect(sent.mock.lastCall?.[1].body).toBeUndefined()
  expect(sent.mock.lastCall?.[1].headers).not.toHaveProperty('content-type')
})
