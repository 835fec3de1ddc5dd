import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { httpApi } from './testing/http-api.ts'

test('the API replies without a delay until one is set', async () => {
  const { send, set } = await httpApi()
  const delayOf = async () => (await send('/api/posts')).headers.get('Server-Timing')
  expect(await delayOf()).toMatch(/^delay;dur=0\.0,/)
  await set({ delay: 1 })
  expect(await delayOf()).toMatch(/^delay;dur=1\.0,/)
})

test('the pictures of the seeded users and posts are served, and no other file', async () => {
  const { send } = await httpApi()
  const { users } = await (await send('/api/users')).json()
  const { posts } = await (await send('/api/posts')).json()
  const urls = [
    ...users.flatMap(({ profilePhoto: p, coverPhoto: c }: Record<string, Photo>) => [p, c]),
    ...posts.map(({ imageUrl }: { imageUrl: string }) => ({ chosen: imageUrl })),
  ].flatMap((photo: Photo) => [photo.chosen, photo.default ?? ''])
  const distinct = new Set(urls.filter((url) => url !== ''))
  expect(distinct.size).toBeGreaterThan(10)
  for (const url of distinct) {
    const { status, headers } = await send(url)
    expect([url, status, headers.get('Content-Type')?.split(';')[0]]).toEqual([
      ...[url, 200, 'image/svg+xml'],
    ])
  }
  for (const path of ['/seed/posts/none.svg', '/seed/posts/%2e%2e/x.svg', '/package.json', '/']) {
    expect((await send(path)).status, path).toBe(404)
  }
})
type Photo = { chosen: string; default?: string }

test('a failure without a reply closes the connection', async () => {
  const { send, set } = await httpApi()
  await set({ failures: [{ method: 'GET', path: '/api/posts', status: 0, times: 1 }] })
  await expect(send('/api/posts')).rejects.toThrow('fetch failed')
  expect((await send('/api/posts')).status).toBe(200)
})

test('a cut-off body begins, then the connection breaks', async () => {
  const logged = vi.spyOn(console, 'error')
  const { send, set } = await httpApi()
  await set({ failures: [{ method: 'GET', path: '/api/posts', kind: 'cut', times: 1 }] })
  const reply = await send('/api/posts')
  expect(reply.status).toBe(200)
  const reader = reply.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\{"posts":\[/)
  await expect(reader?.read()).rejects.toThrow('terminated')
  expect((await send('/api/posts')).status).toBe(200)
  expect(logged).not.toHaveBeenCalled()
})

test('a hanging call ends when the client gives up, or the server closes', async () => {
  const { send, set, close } = await httpApi({ limits: { close: 10 } })
  await set({ failures: [{ method: 'GET', path: '/api/posts', kind: 'hang' }] })
  const client = new AbortController()
  const one = send('/api/posts', { signal: client.signal })
  const other = send('/api/posts')
  // Both have arrived: requests are served in their order.
  expect((await send('/api/users')).status).toBe(200)
  client.abort()
  await expect(one).rejects.toThrow('aborted')
  const ended = expect(other).rejects.toThrow('fetch failed')
  await close()
  await ended
})

test.each([
  [{ kind: 'html' }, 200, 'text/html', '<!doctype html>'],
  [{ kind: 'malformed' }, 200, 'application/json', '{"posts":['],
  [{ status: 429, retryAfter: 7 }, 429, 'application/json', '{"error":['],
  [{ kind: 'redirect', location: '/api/users' }, 302, undefined, ''],
])('over HTTP, %j is sent with %i', async (failure, status, type, start) => {
  const { send, set } = await httpApi()
  await set({ failures: [{ method: 'GET', path: '/api/posts', ...failure }] })
  const reply = await send('/api/posts', { redirect: 'manual' })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('Content-Type')?.split(';')[0]).toBe(type)
  expect(reply.headers.get('Retry-After')).toBe(status === 429 ? '7' : null)
  expect((await reply.text()).startsWith(start)).toBe(true)
})

test('an invalid request is rejected, and the next one is served', async () => {
  const { url, send } = await httpApi()
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const options = { method: 'TRACE', headers: { Host: 'not a host' } }
  request(`${url}/api/posts`, options, ({ statusCode }) => resolve(statusCode)).end()
  expect(await promise).toBe(400)
  expect((await send('/api/posts')).status).toBe(200)
})

test('a reply has a Content-Length, unless it is compressed', async () => {
  const { send } = await httpApi()
  const response = await send('/api/users', { headers: { 'Accept-Encoding': 'identity' } })
  const { length } = await response.clone().bytes()
  expect(response.headers.get('Content-Length')).toBe(String(length))
  expect((await send('/api/users')).headers.get('Content-Encoding')).toBe('gzip')
  expect((await send('/api/mock')).headers.has('Content-Encoding')).toBe(false)
})

test('the description of the API is served with it', async () => {
  const description = await (await (await httpApi()).send('/api/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
})

test.each(['/api/posts', '/api/posts?search=e', '/api/mock/snapshot'])(
  'other requests are served while %s lists 8,000 posts',
  async (path) => {
    const { send } = await httpApi()
    const seed = { users: 30, posts: 8_000 }
    await send('/api/mock/reset', { method: 'POST', body: JSON.stringify({ seed }) })
    let isDone = false
    const long = send(path).finally(() => {
      isDone = true
    })
    let others = 0
    while (!isDone) {
      const { posts } = await (await send('/api/posts?limit=1')).json()
      if (!isDone) others += posts.length
    }
    // A blocked event loop serves at most one, before the work begins. A busy machine served about 40.
    expect(others).toBeGreaterThan(10)
    const { posts } = await (await long).json()
    expect(posts.length).toBeGreaterThan(2_000)
  }, // A busy machine takes longer.
  30_000,
)
