import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ViewedComment, ViewedUser } from '../contract/viewed.ts'
import { addComment, patch, removeComment, withAuthor } from './cached-rows.ts'

test('a change of cached data does not make them fresh', () => {
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

const photo = (chosen: string) => ({ default: '/default.svg', chosen })
const viewer = { _id: 'v' }
const mira = {
  _id: 'm',
  username: 'mira-2',
  firstName: 'Mira',
  profilePhoto: photo('/new.webp'),
  followers: [viewer],
} as Partial<ViewedUser> as ViewedUser

const post = (userId: string, username: string) => ({
  _id: `post of ${userId}`,
  userId,
  username,
  userPhoto: '/default.svg',
  followedBy: [],
})

test('a new name and photo, and a follow, show on posts in lists and pages', () => {
  const pages = { pages: [{ rows: [post('m', 'mira')] }], pageParams: [''] }
  const author = { firstName: 'Mira', userPhoto: '/new.webp', followedBy: [viewer] }
  expect(withAuthor(pages, mira)).toEqual({
    pages: [{ rows: [{ ...post('m', 'mira-2'), ...author }] }],
    pageParams: [''],
  })
})

test('values without the user stay the same objects', () => {
  const others = post('j', 'joe')
  const list = [others, post('m', 'mira')]
  const changed = withAuthor(list, mira) as unknown[]
  expect(changed[0]).toBe(others)
  expect(withAuthor([others], mira)).toEqual([others])
  const untouched = [others]
  expect(withAuthor(untouched, mira)).toBe(untouched)
})

test('a photo that is removed gives way to the default one', () => {
  const user = { ...mira, profilePhoto: photo('') } as ViewedUser
  expect(withAuthor(post('m', 'mira'), user)).toMatchObject({ userPhoto: '/default.svg' })
})

test('a comment whose first reply was lost is on the post once, and counted once', () => {
  const client = new QueryClient()
  const [old, again] = [{ _id: 'b' }, { _id: 'a', content: 'Again' }] as ViewedComment[]
  const pages = (rows: object[]) => ({ pages: [{ rows }], pageParams: [''] })
  client.setQueryData(['comments', 'p'], pages([{ _id: 'a' }, old ?? {}]))
  client.setQueryData(['posts', 'one', 'p'], { _id: 'p', commentCount: 2 })
  addComment(client, 'p', again as ViewedComment)
  addComment(client, 'p', { _id: 'c' } as ViewedComment)
  expect(client.getQueryData(['comments', 'p'])).toEqual(
    pages([{ _id: 'c' }, again ?? {}, old ?? {}]),
  )
  removeComment(client, 'p', 'b')
  removeComment(client, 'p', 'b')
  expect(client.getQueryData(['posts', 'one', 'p'])).toEqual({ _id: 'p', commentCount: 2 })
})
