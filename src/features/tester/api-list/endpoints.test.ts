import { expect, it } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import { endpoints, findEndpoints } from './endpoints.ts'

const names = (text: string) => findEndpoints(text).map(({ name }) => name)

it('lists every call of the contract', () => {
  expect(endpoints.map(({ name }) => name)).toEqual(Object.keys(calls))
  expect(names('')).toHaveLength(endpoints.length)
})

it('finds by method, path and summary, in any order and case', () => {
  expect(names('posts DELETE')).toEqual(['DELETE /api/posts/:postId'])
  expect(names('like a post')).toContain('POST /api/posts/like/:postId')
  expect(names('warp drive')).toEqual([])
})
