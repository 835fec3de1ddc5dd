import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HttpRequest } from './http.ts'
import { HttpError, request } from './http.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const page = { cookie: '' }

beforeEach(() => {
  page.cookie = ''
  sent.mockReset().mockImplementation(async () => Response.json({ ok: true }))
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
})
afterEach(() => vi.unstubAllGlobals())

const get = (changes: Partial<HttpRequest> = {}) =>
  request({ method: 'GET', url: '/x', ...changes })
const failure = (changes: Partial<HttpRequest> = {}): Promise<HttpError> =>
  get(changes).then(
    () => expect.unreachable(),
    (error) => error,
  )
const init = () => sent.mock.lastCall?.[1] ?? expect.unreachable()
/** A host that never replies; the request can be aborted. */
const silence = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason)),
  )

it('sends JSON, accepts JSON first and has no limits by default (R12.24, R15.8)', async () => {
  const { config } = await get({ method: 'post', data: { content: 'ü' } })
  expect(init()).toMatchObject({
    method: 'POST',
    headers: { accept: 'application/json, text/plain, */*', 'content-type': 'application/json' },
    body: '{"content":"ü"}',
  })
  expect(config).toEqual({
    method: 'POST',
    url: '/x',
    headers: init().headers,
    data: { content: 'ü' },
    timeout: 0,
    maxContentLength: -1,
    maxBodyLength: -1,
    xsrfCookieName: 'XSRF-TOKEN',
    xsrfHeaderName: 'X-XSRF-TOKEN',
  })
})

it('sends no body with GET, where fetch would throw', async () => {
  const { config } = await get({ data: {} })
  expect(init().body).toBeUndefined()
  expect(init().headers).not.toHaveProperty('content-type')
  expect(config).not.toHaveProperty('data')
})

it('replaces a default header by a given one, ignoring case', async () => {
  await get({ headers: { ACCEPT: '*/*' } })
  expect(init().headers).toEqual({ accept: '*/*' })
})

it('sends the forgery token of the cookie to our own origin only (R12.24)', async () => {
  page.cookie = 'theme=dark; XSRF-TOKEN=a%20b'
  await get()
  expect(init().headers).toHaveProperty('x-xsrf-token', 'a b')
  await get({ url: 'https://elsewhere.test/x' })
  expect(init().headers).not.toHaveProperty('x-xsrf-token')
})

it('sends a badly encoded forgery token as it stands', async () => {
  page.cookie = 'XSRF-TOKEN=100%'
  await get()
  expect(init().headers).toHaveProperty('x-xsrf-token', '100%')
})

it('parses JSON by itself and leaves other text alone', async () => {
  expect(await get()).toMatchObject({ data: { ok: true }, status: 200 })
  sent.mockResolvedValue(new Response('{"half', { statusText: 'Fine' }))
  expect(await get({ read: (received) => received.text() })).toMatchObject({
    data: '{"half',
    statusText: 'Fine',
  })
  sent.mockResolvedValue(new Response(null, { status: 204 }))
  expect(await get()).toMatchObject({ data: '', status: 204 })
})

it('takes 200 to 299 as success and everything else as failure (R11.6, R12.24)', async () => {
  for (const status of [200, 201, 299]) {
    sent.mockResolvedValue(new Response('', { status }))
    await expect(get()).resolves.toMatchObject({ status })
  }
  for (const status of [300, 404, 500]) {
    sent.mockResolvedValue(new Response('{"error":["no"]}', { status }))
    const error = await failure()
    expect(error.message).toBe(`Request failed with status code ${status}`)
    expect(error.response).toMatchObject({ status, data: { error: ['no'] } })
  }
})

it('says "Network Error" when nothing answers (R11.6)', async () => {
  const cause = new TypeError('Failed to fetch')
  sent.mockRejectedValue(cause)
  const error = await failure()
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({ message: 'Network Error', cause, response: undefined })
})

it('says "Network Error" for an address that is none', async () => {
  page.cookie = 'XSRF-TOKEN=a'
  sent.mockRejectedValue(new TypeError('Failed to parse URL'))
  expect(await failure({ url: 'http://' })).toMatchObject({ message: 'Network Error' })
})

it('says "Request aborted" when the caller gives up (R11.6)', async () => {
  sent.mockImplementation(silence)
  const controller = new AbortController()
  const failed = failure({ signal: controller.signal })
  controller.abort()
  expect(await failed).toMatchObject({ message: 'Request aborted' })
})

it('says "timeout of {n}ms exceeded" when the answer takes longer than that (R11.6)', async () => {
  sent.mockImplementation(silence)
  expect(await failure({ timeout: 5 })).toMatchObject({ message: 'timeout of 5ms exceeded' })
})

it('follows redirects, unless they are an error', async () => {
  await get()
  expect(init().redirect).toBe('follow')
  await get({ noRedirect: true })
  expect(init().redirect).toBe('error')
})
