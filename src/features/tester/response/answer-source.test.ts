import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isOwnApi, sourceOf } from './answer-source.ts'

beforeEach(() => vi.stubGlobal('location', new URL('http://gearheads.test/mock')))
afterEach(() => vi.unstubAllGlobals())

it('distinguishes answers of the worker from forwarded requests', () => {
  expect(sourceOf({ workerStart: 12, nextHopProtocol: '' })).toBe('worker')
  expect(sourceOf({ workerStart: 12, nextHopProtocol: 'h2' })).toBe('network')
  expect(sourceOf({ workerStart: 0, nextHopProtocol: '' })).toBe('network')
  expect(sourceOf(undefined)).toBeUndefined()
})

it('accepts every spelling of an API URL on the own origin', () => {
  for (const url of [
    '/api/posts',
    'api/posts?limit=1',
    'http://gearheads.test/api/x',
    '/a/../api/x',
  ])
    expect(isOwnApi(url)).toBe(true)
  for (const url of ['', '/', '/apiary', 'https://elsewhere.test/api/posts', 'http://', '//api/x'])
    expect(isOwnApi(url)).toBe(false)
})
