import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from './start-api.ts'

async function api(origin: string[] = []) {
  const { url, close } = await startApi({ host: 'localhost', port: 0, data: ':memory:', origin })
  onTestFinished(close)
  const send = (path: string, init?: RequestInit) => fetch(url + path, init)
  const from = (origin: string, init?: RequestInit) =>
    send('/api/posts', { ...init, headers: { ...init?.headers, Origin: origin } })
  const set = (body: object) =>
    send('/api/mock/settings', { method: 'POST', body: JSON.stringify(body) })
  return { url, send, from, set }
}

test('the API answers without a delay until one is set', async () => {
  const { send, set } = await api()
  const delayOf = async () => (await send('/api/posts')).headers.get('Server-Timing')
  expect(await delayOf()).toMatch(/^delay;dur=0\.0,/)
  await set({ delay: 1 })
  expect(await delayOf()).toMatch(/^delay;dur=1\.0,/)
})

test.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:8443'])(
  'a page of %s may call the API and read what it answers',
  async (origin) => {
    const { headers, status } = await (await api()).from(origin)
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin])
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Link')
    expect(headers.get('Timing-Allow-Origin')).toBe(origin)
    expect(headers.get('Vary')).toBe('Origin')
    // Tokens come in a header that a page sets itself: no cookie is ever let in.
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
  },
)

test.each(['https://elsewhere.test', 'http://localhost.elsewhere.test', 'null'])(
  'a page of %s is refused, and its write not done',
  async (origin) => {
    const { from } = await api()
    const response = await from(origin, { method: 'POST', body: '{"content":"No"}' })
    expect(response.status).toBe(403)
    expect((await response.json()).error[0]).toContain(`--origin ${origin}`)
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
  },
)

test('a page of another site may call the API when it was started for it', async () => {
  const some = await api(['https://app.test'])
  expect((await some.from('https://app.test')).status).toBe(200)
  expect((await some.from('https://other.test')).status).toBe(403)
  expect((await (await api(['*'])).from('https://other.test')).status).toBe(200)
})

test('a browser is told that it may send a token and JSON', async () => {
  const { from } = await api()
  const asked = 'authorization,content-type,prefer'
  const response = await from('http://localhost:5173', {
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': asked,
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Headers')).toBe(asked)
  expect(response.headers.get('Access-Control-Allow-Methods')).toContain('DELETE')
})

test('the pictures of the seeded users and posts are served, and no other file', async () => {
  const { send } = await api()
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
    expect([url, status, headers.get('Content-Type')]).toEqual([url, 200, 'image/svg+xml'])
  }
  for (const path of ['/seed/posts/none.svg', '/seed/posts/%2e%2e/x.svg', '/package.json', '/']) {
    expect((await send(path)).status, path).toBe(404)
  }
})
type Photo = { chosen: string; default?: string }

test('a failure without an answer closes the connection', async () => {
  const { send, set } = await api()
  await set({ failures: [{ method: 'GET', path: '/api/posts', status: 0, times: 1 }] })
  await expect(send('/api/posts')).rejects.toThrow('fetch failed')
  expect((await send('/api/posts')).status).toBe(200)
})

test('a request of no sense is refused, and the next one served', async () => {
  const { url, send } = await api()
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const options = { method: 'TRACE', headers: { Host: 'not a host' } }
  request(`${url}/api/posts`, options, ({ statusCode }) => resolve(statusCode)).end()
  expect(await promise).toBe(400)
  expect((await send('/api/posts')).status).toBe(200)
})

test('an answer says how long it is', async () => {
  const response = await (await api()).send('/api/users')
  const { length } = await response.clone().bytes()
  expect(response.headers.get('Content-Length')).toBe(String(length))
})

test('the description of the API is served with it', async () => {
  const description = await (await (await api()).send('/api/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
})
