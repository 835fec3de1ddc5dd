import { expect, it } from 'vitest'
import { findInJson, MAX_MATCHES } from './find-in-json.ts'

const response = {
  status: 200,
  data: { posts: [{ content: 'Full tank', 'image-url': null }, { content: 'EMPTY' }] },
  headers: { 'content-type': 'application/json' },
}

it('finds keys and values with their paths, ignoring case', () => {
  expect(findInJson(response, 'CONTENT')).toEqual([
    { path: 'data.posts[0].content', text: '"Full tank"' },
    { path: 'data.posts[1].content', text: '"EMPTY"' },
    { path: 'headers["content-type"]', text: '"application/json"' },
  ])
  expect(findInJson(response, 'empty')).toEqual([
    { path: 'data.posts[1].content', text: '"EMPTY"' },
  ])
})

it('finds numbers, null, objects and arrays', () => {
  expect(findInJson(response, '200')).toEqual([{ path: 'status', text: '200' }])
  expect(findInJson(response, 'null')).toEqual([
    { path: 'data.posts[0]["image-url"]', text: 'null' },
  ])
  expect(findInJson(response, 'posts')).toEqual([{ path: 'data.posts', text: '[…]' }])
})

it('finds nothing for an empty search text', () => {
  expect(findInJson(response, ' ')).toEqual([])
  expect(findInJson(undefined, 'x')).toEqual([])
})

it('limits the number of matches', () => {
  expect(findInJson(Array(1000).fill('x'), 'x')).toHaveLength(MAX_MATCHES)
})

it('searches a response that is a primitive value', () => {
  expect(findInJson('just text', 'text')).toEqual([{ path: 'response', text: '"just text"' }])
})
