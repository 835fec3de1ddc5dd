import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ViewedPost } from '../contract/viewed.ts'
import { queuedPostsQuery, queuePosts, showQueuedPosts } from './posts.ts'
import { FEED } from './query-keys.ts'

const post = (_id: string) => ({ _id, userId: 'u', username: 'mira' }) as ViewedPost

function feed(...pages: { ids: string[]; next?: string }[]) {
  const client = new QueryClient()
  const cached = pages.map(({ ids, next }) => ({ rows: ids.map(post), next }))
  client.setQueryData(FEED, { pages: cached, pageParams: pages.map(() => '') })
  const show = (...ids: string[]) => {
    for (const id of ids) queuePosts(client, [post(id)])
    showQueuedPosts(client)
    const { pages } = client.getQueryData<{ pages: { rows: ViewedPost[] }[] }>(FEED) ?? {
      pages: [],
    }
    return pages.map(({ rows }) => rows.map(({ _id }) => _id).join(''))
  }
  return { client, show }
}

test('new posts that arrive in any order are queued newest first', () => {
  const { client } = feed({ ids: ['1'] })
  for (const id of ['5', '7', '6']) queuePosts(client, [post(id)])
  expect(client.getQueryData(queuedPostsQuery.queryKey)?.map(({ _id }) => _id)).toEqual([
    '7',
    '6',
    '5',
  ])
})

test.each([
  ['the newest posts come first', ['9', '8'], ['98753', '21']],
  ['a post that was made offline has the place of its time', ['6'], ['7653', '21']],
  ['a place between two pages', ['25'], ['753', '2521']],
  ['the oldest post of all is last', ['0'], ['753', '210']],
  ['a post that is there is not added', ['5'], ['753', '21']],
])('%s', (_, ids, expected) => {
  expect(feed({ ids: ['7', '5', '3'], next: '3' }, { ids: ['2', '1'] }).show(...ids)).toEqual(
    expected,
  )
})

test('a post of a page that is not loaded yet is on top, so that it is not unread', () => {
  expect(feed({ ids: ['7', '5'], next: '5' }).show('3')).toEqual(['375'])
})

test('posts that arrived late are on top, and do not change where others belong (R4.18)', () => {
  const { client, show } = feed({ ids: ['7', '5', '3'], next: '3' }, { ids: ['2', '1'] })
  queuePosts(client, [{ ...post('4'), arrivedAt: '2026-03-01T12:00:00+00:00' }])
  expect(show()).toEqual(['4753', '21'])
  expect(show('9', '6')).toEqual(['947653', '21'])
})

test('an empty list shows new posts at once, and a list with posts only when asked (R2.24)', () => {
  const shown = (ids: string[]) => {
    const { client } = feed({ ids })
    queuePosts(client, [post('5'), post('6')])
    const feedNow = client.getQueryData<{ pages: { rows: ViewedPost[] }[] }>(FEED)
    return feedNow?.pages.flatMap(({ rows }) => rows.map(({ _id }) => _id)).join('')
  }
  expect(shown([])).toBe('65')
  expect(shown(['1'])).toBe('1')
})
