import { expect, it } from 'vitest'
import { callThrough } from '../src/client/call-through.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { guest } from '../src/contract/guest.ts'
import { localDevice } from '../sync/lab/devices.ts'
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
  const device = localDevice({ fetch: fetchFrom })
  await device.logIn(data.encodedToken)
  return { api, call, device, token: data.encodedToken, fetchFrom }
}

it('a device copies the data over HTTP, sends its writes and checks tokens by itself', async () => {
  const { api, call, device, token } = await scene()
  const all = (await call('GET /api/posts', { token, prefer: 'people=own' })).data
  expect((await device.call('GET /api/posts', { token })).data).toEqual(all)
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
  ['{}', 'since: must be a cursor of this club, or empty'],
  ['{"since":"","writes":5}', 'writes: must be a list of up to 50'],
  ['{"since":"","writes":[],"viewers":["1"]}', 'viewers: must be a list of up to 10 ids of users'],
  ['{"since":"","writes":[{"call":"POST /api/mock/reset"}]}', 'writes.0: is not a write'],
  ['{"since":"","writes":[{"call":"POST /api/auth/login"}]}', 'writes.0: is not a write'],
  [`{"since":"${'x'.repeat(129)}","writes":[]}`, 'since: must be a cursor of this club, or empty'],
])('POST /api/changes refuses %s', async (body, text) => {
  const { send } = await httpApi()
  const response = await send('/api/changes', { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: [text] })
})

it('GET /api/replica refuses more users than a device has', async () => {
  const { send } = await httpApi()
  const viewers = Array.from({ length: 11 }, () => `viewer=${crypto.randomUUID()}`)
  expect((await send(`/api/replica?${viewers.join('&')}`)).status).toBe(400)
})

it('a cursor of other data gets no changes', async () => {
  const { send } = await httpApi()
  const body = JSON.stringify({ since: 'unknown', writes: [] })
  const reply = await (await send('/api/changes', { method: 'POST', body })).json()
  expect(reply).toEqual({
    version: expect.any(Number),
    now: expect.any(Number),
    nonce: '',
    outcomes: [],
  })
})

it('the writes of a request count towards the limit of requests; the rest waits', async () => {
  const { send } = await club({ limits: { requests: { burst: 10, perSecond: 0.001 } } })
  const write = (n: number) => ({
    name: `write-${n}`,
    call: 'POST /api/posts',
    params: {},
    authorization: '',
    body: { content: 'Spam' },
  })
  const body = JSON.stringify({ since: '', writes: Array.from({ length: 50 }, (_, n) => write(n)) })
  const reply = await (await send('/api/changes', { method: 'POST', body })).json()
  expect(reply.outcomes).toHaveLength(9)
  expect((await send('/api/posts')).status).toBe(429)
})

it('a club refuses long texts before it reads them, and limits sign-ups', async () => {
  const { send, post, password } = await club({ account: 'anna' })
  const long = JSON.stringify({ username: 'x'.repeat(300_000), password: 'Torque#1', name: 'X' })
  const refused = await send('/api/auth/signup', { method: 'POST', body: long })
  expect(refused.status).toBe(413)
  const account = { username: 'anna', password }
  const { encodedToken: authorization } = await (await post('/api/auth/login', account)).json()
  const write = { name: 'write', call: 'POST /api/posts', params: {}, authorization }
  const writes = [{ ...write, body: { content: 'x'.repeat(300_000) } }]
  const reply = await (await post('/api/changes', { since: '', writes }, { authorization })).json()
  expect(reply.outcomes).toMatchObject([{ status: 413 }])
  const bodies = Array.from({ length: 70 }, () => post('/api/auth/signup', {}))
  const statuses = (await Promise.all(bodies)).map(({ status }) => status)
  expect(statuses).toContain(400)
  expect(statuses).toContain(429)
})

it('a write that is wrong does not lose the outcomes of the others', async () => {
  const { api, token } = await scene()
  const write = (name: string, changed: object) => ({
    name,
    call: 'POST /api/posts',
    params: {},
    authorization: token,
    body: { content: name },
    ...changed,
  })
  const deep = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`)
  const likeOf = (postId: string) => ({ call: 'POST /api/posts/like/:postId', params: { postId } })
  const writes = [
    write('first', {}),
    write('deep', { body: { content: 'x', deep } }),
    write('unknown-call', { call: 'POST /api/mock/reset' }),
    write('odd-params', { ...likeOf('\ud83c') }),
    write('odd-token', { authorization: 'a\nb' }),
    write('odd-text', { body: { content: '\udfcd!' } }),
    write('last', {}),
  ]
  const { outcomes } = await (await api.post('/api/changes', { since: '', writes })).json()
  expect(outcomes).toEqual([
    { name: 'first', status: 201 },
    { name: 'deep', status: 400, error: 'body: must not nest deeper than 100 levels' },
    { name: 'unknown-call', status: 400, error: 'writes.2: is not a write' },
    { name: 'odd-params', status: 404, error: apiErrors.unknownPost.text },
    { name: 'odd-token', status: 400, error: 'writes.4: is not a write' },
    { name: 'odd-text', status: 201 },
    { name: 'last', status: 201 },
  ])
  const { posts } = await (await api.send('/api/posts?limit=2')).json()
  expect(posts[1].content).toBe('\ufffd!')
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
