import { expect, it } from 'vitest'
import { findInJson, MOST_FOUND } from './find-in-json.ts'

const response = {
  status: 200,
  data: { posts: [{ content: 'Full tank', 'image-url': null }, { content: 'EMPTY' }] },
  headers: { 'content-type': 'application/json' },
}

it('finds keys and values, whatever their case, with their paths', () => {
  expect(findInJson(response, 'CONTENT')).toEqual([
    { path: 'data.posts[0].content', text: '"Full tank"' },
    { path: 'data.posts[1].content', text: '"EMPTY"' },
    { path: 'headers["content-type"]', text: '"application/json"' },
  ])
  expect(findInJson(response, 'empty')).toEqual([
    { path: 'data.posts[1].content', text: '"EMPTY"' },
  ])
})

it('finds numbers, null and branches', () => {
  expect(findInJson(response, '200')).toEqual([{ path: 'status', text: '200' }])
  expect(findInJson(response, 'null')).toEqual([
    { path: 'data.posts[0]["image-url"]', text: 'null' },
  ])
  expect(findInJson(response, 'posts')).toEqual([{ path: 'data.posts', text: '[…]' }])
})

it('finds nothing for no text', () => {
  expect(findInJson(response, ' ')).toEqual([])
  expect(findInJson(undefined, 'x')).toEqual([])
})

it('stops at a number that people can read', () => {
  expect(findInJson(Array(1000).fill('x'), 'x')).toHaveLength(MOST_FOUND)
})

it('finds in a response that is a plain value', () => {
  expect(findInJson('just text', 'text')).toEqual([{ path: 'response', text: '"just text"' }])
})
