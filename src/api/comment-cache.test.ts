import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Comment } from '../contract/entities.ts'
import { COMMENTS, changeComments, takeOutComment } from './comment-cache.ts'

const KEY = [...COMMENTS, 'post']
const comment = (_id: string) => ({ _id }) as Comment

function cached(...ids: string[]): QueryClient {
  const client = new QueryClient()
  client.setQueryData(KEY, ids.map(comment))
  return client
}

const idsIn = (client: QueryClient) => client.getQueryData<Comment[]>(KEY)?.map(({ _id }) => _id)

test.each(['1', '2', '3'])('comment %s goes, and comes back to its place', (id) => {
  const client = cached('3', '2', '1')
  const putBack = takeOutComment(client, 'post', id)
  expect(idsIn(client)).toEqual(['3', '2', '1'].filter((other) => other !== id))
  putBack()
  expect(idsIn(client)).toEqual(['3', '2', '1'])
})

test('a comment that was added meanwhile stays', () => {
  const client = cached('3', '2', '1')
  const putBack = takeOutComment(client, 'post', '2')
  changeComments(client, 'post', (old) => [comment('4'), ...old])
  putBack()
  expect(idsIn(client)).toEqual(['4', '3', '2', '1'])
})

test('a comment that a fresh answer brought back stands there once', () => {
  const client = cached('2', '1')
  const putBack = takeOutComment(client, 'post', '2')
  client.setQueryData(KEY, ['2', '1'].map(comment))
  putBack()
  expect(idsIn(client)).toEqual(['2', '1'])
})
