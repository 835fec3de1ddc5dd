import { expect, it } from 'vitest'
import { callThrough } from '../mocks/testing/call-through.ts'
import { testDevice } from '../mocks/testing/sync.ts'
import { guest } from '../src/contract/guest.ts'
import { club, httpApi } from './testing/http-api.ts'

/** A device of a server, over HTTP. */
async function scene() {
  const api = await httpApi()
  const call = callThrough(api.send)
  const { data } = await call('POST /api/auth/login', { body: guest })
  const fetchFrom = (request: string | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(
      typeof request === 'string' ? request : request.url,
      api.url,
    )
    return typeof request === 'string'
      ? api.send(request, init)
      : api.send(pathname + search, request)
  }
  const device = testDevice({ fetch: fetchFrom })
  await device.sync()
  return { api, call, device, token: data.encodedToken, fetchFrom }
}

it('a device copies the data over HTTP, sends its writes and checks tokens by itself', async () => {
  const { api, call, device, token } = await scene()
  const all = (await call('GET /api/posts')).data
  expect((await device.call('GET /api/posts')).data).toEqual(all)
  const { data } = await device.call('POST /api/posts', {
    body: { content: 'From the field' },
    token,
  })
  await device.sync()
  const post = await call('GET /api/posts/:postId', {
    params: { postId: data.posts[0]?._id ?? '' },
  })
  expect(post.data.post).toMatchObject({ content: 'From the field', username: guest.username })
  const { keys } = await (await api.send('/api/auth/keys')).json()
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256' }])
  expect(keys[0]).not.toHaveProperty('d')
})

it.each([
  ['{', 'The body is not valid JSON.'],
  ['{}', 'since: must be a text'],
  ['{"since":"","writes":5}', 'writes: must be a list of up to 50'],
  ['{"since":"","writes":[{"call":"POST /api/mock/reset"}]}', 'writes.0: is not a write'],
  ['{"since":"","writes":[{"call":"POST /api/auth/login"}]}', 'writes.0: is not a write'],
])('POST /api/changes refuses %s', async (body, text) => {
  const { send } = await httpApi()
  const response = await send('/api/changes', { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: [text] })
})

it('a cursor of other data gets no changes', async () => {
  const { send } = await httpApi()
  const body = JSON.stringify({ since: 'unknown', writes: [] })
  const reply = await (await send('/api/changes', { method: 'POST', body })).json()
  expect(reply).toEqual({
    ...{ version: expect.any(Number), now: expect.any(Number) },
    outcomes: [],
  })
})

it('the writes of a request count towards the limit of requests; the rest waits', async () => {
  const { send } = await club({ limits: { requests: { burst: 10, perSecond: 0.001 } } })
  const write = (n: number) => ({
    ...{ name: `write-${n}`, call: 'POST /api/posts', params: {}, authorization: '' },
    body: { content: 'Spam' },
  })
  const body = JSON.stringify({ since: '', writes: Array.from({ length: 50 }, (_, n) => write(n)) })
  const reply = await (await send('/api/changes', { method: 'POST', body })).json()
  expect(reply.outcomes).toHaveLength(9)
  expect((await send('/api/posts')).status).toBe(429)
})

it('a club refuses long texts before it reads them, and limits sign-ups', async () => {
  const { send, post } = await club()
  const long = JSON.stringify({ username: 'x'.repeat(300_000), password: 'Torque#1', name: 'X' })
  const refused = await send('/api/auth/signup', { method: 'POST', body: long })
  expect(refused.status).toBe(413)
  const write = { name: 'write', call: 'POST /api/posts', params: {}, authorization: '' }
  const writes = [{ ...write, body: { content: 'x'.repeat(300_000) } }]
  const reply = await (await post('/api/changes', { since: '', writes })).json()
  expect(reply.outcomes).toMatchObject([{ status: 413 }])
  const bodies = Array.from({ length: 70 }, () => post('/api/auth/signup', {}))
  const statuses = (await Promise.all(bodies)).map(({ status }) => status)
  expect(statuses).toContain(400)
  expect(statuses).toContain(429)
})

it('a key does not name a row that was removed, or a row of another table', async () => {
  const { call, token } = await scene()
  const create = async (key?: string) =>
    (await call('POST /api/posts', { body: { content: 'Mine' }, token, key })).data.posts?.[0]
  const removed = await create()
  await call('DELETE /api/posts/:postId', { params: { postId: removed?._id ?? '' }, token })
  const taken = await call('POST /api/posts', {
    body: { content: 'Theirs' },
    token,
    key: removed?._id,
  })
  expect(taken.status).toBe(422)
  const { user } = (await call('GET /api/users/:id', { params: { id: removed?.userId ?? '' } }))
    .data
  expect((await create(user._id))?._id).not.toBe(user._id)
})
