import { request } from 'node:http'
import { expect, test } from 'vitest'
import { httpApi } from './testing/http-api.ts'

test.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:8443'])(
  'a page of %s may call the API and read what it answers',
  async (origin) => {
    const { headers, status } = await (await httpApi()).from(origin)
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
    const { from } = await httpApi()
    const response = await from(origin, { method: 'POST', body: '{"content":"No"}' })
    expect(response.status).toBe(403)
    expect((await response.json()).error[0]).toContain(`--origin ${origin}`)
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
  },
)

test('a page of another site may call the API when it was started for it', async () => {
  const some = await httpApi(['https://app.test'])
  expect((await some.from('https://app.test')).status).toBe(200)
  expect((await some.from('https://other.test')).status).toBe(403)
  expect((await (await httpApi(['*'])).from('https://other.test')).status).toBe(200)
})

test('a browser is told that it may send a token and JSON', async () => {
  const { from } = await httpApi()
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

test('a name that was made to lead to this machine is refused', async () => {
  const { url } = await httpApi()
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const options = { headers: { Host: 'elsewhere.test' } }
  request(`${url}/api/mock`, options, ({ statusCode }) => resolve(statusCode)).end()
  expect(await promise).toBe(403)
})
