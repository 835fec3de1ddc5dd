import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isOurApi, sourceIn } from './answer-source.ts'

beforeEach(() => vi.stubGlobal('location', new URL('http://gearheads.test/mock')))
afterEach(() => vi.unstubAllGlobals())

it('tells answers of the worker from those that it let pass', () => {
  expect(sourceIn({ workerStart: 12, nextHopProtocol: '' })).toBe('worker')
  expect(sourceIn({ workerStart: 12, nextHopProtocol: 'h2' })).toBe('network')
  expect(sourceIn({ workerStart: 0, nextHopProtocol: '' })).toBe('network')
  expect(sourceIn(undefined)).toBeUndefined()
})

it('takes /api on our own origin, however it is written, for ours', () => {
  for (const url of [
    '/api/posts',
    'api/posts?limit=1',
    'http://gearheads.test/api/x',
    '/a/../api/x',
  ])
    expect(isOurApi(url)).toBe(true)
  for (const url of ['', '/', '/apiary', 'https://elsewhere.test/api/posts', 'http://', '//api/x'])
    expect(isOurApi(url)).toBe(false)
})
