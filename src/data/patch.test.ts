import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { patch } from './patch.ts'

test('an answer stays as old as it is, and invalidated if it was', () => {
  const client = new QueryClient()
  client.setQueryData(['posts', 'feed'], [1], { updatedAt: 1000 })
  client.setQueryData(['posts', 'mine'], [1])
  client.invalidateQueries({ queryKey: ['posts', 'feed'] })
  patch<number[]>(client, ['posts'], (numbers) => [...numbers, 2])
  expect(client.getQueryData(['posts', 'mine'])).toEqual([1, 2])
  expect(client.getQueryState(['posts', 'feed'])).toMatchObject({
    data: [1, 2],
    dataUpdatedAt: 1000,
    isInvalidated: true,
  })
  expect(client.getQueryState(['posts', 'mine'])).toMatchObject({ isInvalidated: false })
})
