import { beforeEach, expect, test, vi } from 'vitest'
import {
  addressOf,
  authorizationFor,
  isOwnApi,
  shownAddress,
  urlOf,
  warningsOf,
} from './address.ts'
import { DEFAULT_REQUEST } from './request-model.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://club.example/mock'))
  return () => vi.unstubAllGlobals()
})

test.each([
  ['localhost:4392/x', 'http://localhost:4392/x'],
  ['127.0.0.1:80', 'http://127.0.0.1:80'],
  ['club.example.org:8443?x', 'http://club.example.org:8443?x'],
  ['/api/posts', '/api/posts'],
  ['api/posts:1', 'api/posts:1'],
  ['https://example.org:80/', 'https://example.org:80/'],
  ['mailto:80', 'mailto:80'],
])('%s stands for %s (R14.19)', (endpoint, address) => {
  expect(addressOf(endpoint)).toBe(address)
})

test('an endpoint that is no address has no URL', () => {
  expect(urlOf('https://')).toBeUndefined()
  expect(urlOf('http://[x')).toBeUndefined()
  expect(urlOf('//other.example/x')?.origin).toBe('https://other.example')
})

test.each([
  '/api/posts',
  'api/posts?limit=1',
  'https://club.example/api/x',
  'HTTPS://CLUB.example:443/api/x',
  '/a/../api/x',
  '/api/{{v}}',
  'https://club.example/api/x?y={{v}}',
  '\\api\\posts',
  ' /api/posts\n',
])('%j is our own API, and gets the authorization (R14.34)', (endpoint) => {
  expect(authorizationFor(endpoint, 'session')).toBe('session')
  expect(isOwnApi(endpoint)).toBe(true)
})

test.each([
  ...['', '/', '/apiary', '/api', '/api/../posts', '/api/%2e%2e/x', '//api/x', 'https://'],
  ...['https://evil.example/api/posts', '//evil.example/api/x', '\\\\evil.example/api/x'],
  ...[
    '/\\evil.example/api/x',
    '/\t/evil.example/api/x',
    '\n//evil.example/api/x',
    '/\r\n\\evil.example/api',
  ],
  ...['https://club.example@evil.example/api/x', 'https://club.example:pw@evil.example/api/'],
  ...['https://club.example.evil.example/api/x', 'https://club.example%2eevil.example/api/x'],
  ...['https://club.example\\@evil.example', 'https:evil.example@evil.example/api/x'],
  ...['http://club.example/api/x', 'https://club.example:8443/api/x', 'club.example:443/api/x'],
  ...['https://me:pw@club.example/api/x', 'blob:https://club.example/api/x', 'data:,/api/'],
  // A value can lead away from an address that does not begin with our own.
  ...['{{v}}/../api/x', '/{{v}}/../api/x', '/api{{v}}/x', '/api/..{{v}}/api/x', '{{v}}'],
  ...['https://club.e{{v}}ample/api/x', 'https://club.example{{v}}/api/x', '{{v}}/api/x'],
  ...['javascript:/api/', 'https://club.exampl\u0435/api/x', '-gearheads-reference-0-/api/x'],
])('%j is another address, and gets no authorization (R14.34)', (endpoint) => {
  for (const choice of ['session', 'user:mira'] as const)
    expect(authorizationFor(endpoint, choice)).toBe('none')
})

test.each([
  ['/api/posts', 'none', []],
  ['/api/{{log-in.id}}', 'session', ['It carries your session: it is sent as ada.']],
  ['/api/posts', 'user:mira', ['It is sent as mira.']],
  [
    'https://club.example@evil.example/',
    'none',
    ["It goes to evil.example, outside of this app's API."],
  ],
  ...['{{log-in.url}}/api/posts', 'https://club.e{{v}}ample/api/x', '{{v}}/../api/x'].map(
    (endpoint) =>
      [
        endpoint,
        'session',
        [
          "It goes to an address that is known when it is sent, outside of this app's API.",
          'Values of earlier replies and variables go there too.',
          'It carries no authorization, which belongs to this API.',
        ],
      ] as const,
  ),
] as const)('warns before %s is sent as %s', (endpoint, auth, warnings) => {
  expect(warningsOf({ ...DEFAULT_REQUEST, endpoint, auth }, 'ada')).toEqual(warnings)
})

test('shows an address as it is requested', () => {
  expect(shownAddress('//evil.example/\u202ex')).toBe('https://evil.example/%E2%80%AEx')
  expect(shownAddress('/api/posts')).toBe('https://club.example/api/posts')
  expect(shownAddress('/api/{{a.b}}\u202e')).toBe('/api/{{a.b}}\\u{202e}')
})
