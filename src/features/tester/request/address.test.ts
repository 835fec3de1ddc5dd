import { expect, test, vi } from 'vitest'
import { addressOf, urlOf } from './address.ts'

test.each([
  ['localhost:4392/x', 'http://localhost:4392/x'],
  ['127.0.0.1:80', 'http://127.0.0.1:80'],
  ['club.example.org:8443?x', 'http://club.example.org:8443?x'],
  ['/api/posts', '/api/posts'],
  ['api/posts:1', 'api/posts:1'],
  ['https://example.org:80/', 'https://example.org:80/'],
  ['mailto:80', 'mailto:80'],
])('%s stands for %s', (endpoint, address) => {
  expect(addressOf(endpoint)).toBe(address)
})

test('an endpoint that is no address has no URL', () => {
  vi.stubGlobal('location', new URL('https://club.example/mock'))
  expect(urlOf('https://')).toBeUndefined()
  expect(urlOf('http://[x')).toBeUndefined()
  expect(urlOf('//other.example/x')?.origin).toBe('https://other.example')
})
