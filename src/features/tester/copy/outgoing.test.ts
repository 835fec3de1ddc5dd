import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { outgoing } from './outgoing.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => vi.unstubAllGlobals())

it('sends what the form sends: enabled rows, defaults, no body with GET', () => {
  const headers = [{ isUsed: false, header: 'X-Off', value: '1' }]
  const request = { ...DEFAULT_REQUEST, headers, endpoint: 'http://' }
  expect(outgoing(request, { authorization: 'token' })).toEqual({
    method: 'GET',
    url: 'http://',
    headers: { accept: 'application/json, text/plain, */*', authorization: 'token' },
    data: undefined,
  })
})
