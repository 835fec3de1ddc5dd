import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { exchange } from './exchange.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const logged = vi.fn()

beforeEach(() => {
  sent.mockReset().mockImplementation(async () => Response.json({ posts: ['ü'] }))
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.spyOn(console, 'error').mockImplementation(logged.mockReset())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const run = (changes: Partial<typeof DEFAULT_REQUEST> = {}, authorization = {}) =>
  exchange(
    { ...DEFAULT_REQUEST, ...changes },
    { authorization, signal: new AbortController().signal },
  )

it('tells status, body, size in bytes, source and the parts of the time', async () => {
  const headers = { 'Server-Timing': 'delay;dur=400' }
  sent.mockResolvedValue(Response.json({ posts: ['ü'] }, { headers }))
  const { answer, response, failure } = await run()
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

it('sends the enabled rows and the chosen authorization, and no body with GET', async () => {
  await run({}, { authorization: 'token' })
  expect(sent.mock.lastCall?.[1]).toMatchObject({
    headers: { accept: '*/*', authorization: 'token' },
    body: undefined,
  })
})

it('lets a typed authorization header win over the chosen one', async () => {
  const typed = { isUsed: true, header: 'Authorization', value: 'typed' }
  await run({ headers: [typed] }, { authorization: 'chosen' })
  expect(sent.mock.lastCall?.[1].headers).toMatchObject({ authorization: 'typed' })
})

it('logs a failure and tells it with the answer that came', async () => {
  sent.mockResolvedValue(Response.json({ error: ['No.'] }, { status: 400 }))
  const { response, failure, answer } = await run()
  expect(failure).toBe('Request failed with status code 400')
  expect(response).toMatchObject({ status: 400, data: { error: ['No.'] } })
  expect(answer).toMatchObject({ status: 400, text: '{"error":["No."]}' })
  expect(logged).toHaveBeenCalledOnce()
})

it('has neither response nor answer when nobody answers', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await run()).toMatchObject({
    failure: 'Network Error',
    response: undefined,
    answer: undefined,
  })
})
