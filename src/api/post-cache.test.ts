import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Post } from '../contract/entities.ts'
import { addFirst, POSTS, takeOutPost } from './post-cache.ts'

const post = (_id: string) => ({ _id, content: `Post ${_id}` }) as Post
const FEED = [...POSTS, 'feed']
const MINE = [...POSTS, 'by', 'mira']

/** A client with a feed of two pages, a list of somebody's own posts, and a list without the post. */
function cached(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(FEED, {
    pages: [{ posts: [post('4'), post('3')], next: '3' }, { posts: [post('2'), post('1')] }],
    pageParams: ['', '3'],
  })
  client.setQueryData(MINE, { pages: [{ posts: [post('2')] }], pageParams: [''] })
  return client
}

test('a post that is taken out of every list can be put back in its places', () => {
  const client = cached()
  const before = client.getQueriesData({ queryKey: POSTS })
  const putBack = takeOutPost(client, '2')
  expect(JSON.stringify(client.getQueriesData({ queryKey: POSTS }))).not.toContain('Post 2')
  putBack()
  expect(client.getQueriesData({ queryKey: POSTS })).toEqual(before)
})

test('a list that has changed since keeps what is new, and asks the API for the rest', () => {
  const client = cached()
  const putBack = takeOutPost(client, '2')
  addFirst(client, FEED, post('5'))
  putBack()
  expect(JSON.stringify(client.getQueryData(FEED))).toContain('Post 5')
  expect(client.getQueryState(FEED)?.isInvalidated).toBe(true)
  expect(JSON.stringify(client.getQueryData(MINE))).toContain('Post 2')
  expect(client.getQueryState(MINE)?.isInvalidated).toBe(false)
})
