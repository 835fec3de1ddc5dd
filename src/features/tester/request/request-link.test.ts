import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '../../../client/search-params.ts'
import { decodeRequest, encodeRequest } from './request-link.ts'
import { DEFAULT_REQUEST, type Sendable } from './request-model.ts'

/** Encodes a request into a URL and decodes it with the router's own functions. */
const throughUrl = (request: Sendable) =>
  decodeRequest(parseSearch(stringifySearch(encodeRequest(request))))

it('encodes the default request as no parameters', () => {
  expect(encodeRequest(DEFAULT_REQUEST)).toEqual({})
  expect(decodeRequest({})).toEqual(DEFAULT_REQUEST)
})

it.each<Partial<Sendable>>([
  { method: 'DELETE', endpoint: '/api/posts/1?a=b&c=#x' },
  { endpoint: '' },
  { endpoint: '123' },
  { endpoint: 'true' },
  { body: '{"content":"ü & = ? # % + \\n"}' },
  { body: 'null' },
  { body: '"text"' },
  { body: '{ broken' },
  { body: '' },
  { headers: [] },
  { headers: [{ isUsed: false, header: 'X-"Off"', value: 'a,b;c=d' }] },
  { auth: 'session' },
  { auth: 'user:mira' },
])('reproduces %j (R14.15)', (changes) => {
  const request = { ...DEFAULT_REQUEST, ...changes }
  expect(throughUrl(request)).toEqual(request)
})

it('contains no password and no token', () => {
  const headers = [{ isUsed: true, header: 'Authorization', value: 'opaque' }]
  const request = { ...DEFAULT_REQUEST, headers, body: '{"password":"Torque#1"}' }
  expect(JSON.stringify(encodeRequest(request))).not.toMatch(/opaque|Torque/)
})

it('decodes a link typed by hand', () => {
  const search = parseSearch('?method=POST&endpoint=/api/posts&body={"content":"hi"}')
  expect(decodeRequest(search)).toMatchObject({
    method: 'POST',
    endpoint: '/api/posts',
    body: '{"content":"hi"}',
  })
})

it('replaces invalid parameters with their defaults', () => {
  const nonsense = { method: 'PATCH', headers: '[["only a name"]]', auth: 'root', more: '1' }
  expect(decodeRequest(nonsense)).toEqual(DEFAULT_REQUEST)
  expect(decodeRequest({ headers: 'Accept' })).toEqual(DEFAULT_REQUEST)
})
