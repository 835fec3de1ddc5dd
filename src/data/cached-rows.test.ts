import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Comment, User } from '../contract/entities.ts'
import { addComments, patch, withAuthor } from './cached-rows.ts'

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
const mira = {
  _id: 'm',
  username: 'mira-2',
  firstName: 'Mira',
  profilePhoto: photo('/new.webp'),
} as User
const miraBefore = { _id: 'm', username: 'mira', firstName: 'Mira', profilePhoto: photo('') }
const joe = { _id: 'j', username: 'joe', firstName: 'Joe', profilePhoto: photo('') }

const post = (userId: string, username: string, likedBy: object[] = []) => ({
  _id: `post of ${userId}`,
  userId,
  username,
  userPhoto: '/default.svg',
  likes: { likeCount: likedBy.length, likedBy, dislikedBy: [] },
  comments: [{ _id: 'c', userId: 'm', username: 'mira', userPhoto: '/default.svg' }],
})

test('a new name and photo show on posts, comments and likes, in lists and pages', () => {
  const pages = { pages: [{ rows: [post('m', 'mira', [miraBefore, joe])] }], pageParams: [''] }
  const author = { username: 'mira-2', firstName: 'Mira', userPhoto: '/new.webp' }
  const changed = post('m', 'mira-2', [mira, joe])
  expect(withAuthor(pages, mira)).toEqual({
    pages: [
      { rows: [{ ...changed, ...author, comments: [{ ...changed.comments[0], ...author }] }] },
    ],
    pageParams: [''],
  })
})

test('values without the user stay the same objects', () => {
  const others = { ...post('j', 'joe', [joe]), comments: [] }
  const list = [others, post('m', 'mira')]
  const changed = withAuthor(list, mira) as unknown[]
  expect(changed[0]).toBe(others)
  expect(withAuthor([others], mira)).toEqual([others])
  const untouched = [others]
  expect(withAuthor(untouched, mira)).toBe(untouched)
})

test('a photo that is removed gives way to the default one', () => {
  const user = { ...mira, profilePhoto: photo('') } as User
  expect(withAuthor(post('m', 'mira'), user)).toMatchObject({ userPhoto: '/default.svg' })
})

test('a comment whose first reply was lost is on the post once', () => {
  const client = new QueryClient()
  const [old, again] = [{ _id: 'b' }, { _id: 'a', content: 'Again' }] as Comment[]
  client.setQueryData(['comments', 'p'], [{ _id: 'a' }, old])
  client.setQueryData(['posts', 'feed'], [{ _id: 'p', comments: [{ _id: 'a' }, old] }])
  addComments(client, 'p', [again as Comment])
  expect(client.getQueryData(['comments', 'p'])).toEqual([again, old])
  expect(client.getQueryData(['posts', 'feed'])).toEqual([{ _id: 'p', comments: [again, old] }])
})
