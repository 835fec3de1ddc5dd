import { expect, it } from 'vitest'
import type { Post, User } from '../../../contract/entities.ts'
import { fillPath, type LiveData } from './choose-endpoint.ts'

const post = (_id: string, username: string, comments: object[] = []) =>
  ({ _id, username, comments }) as unknown as Post
const comment = (_id: string, username: string) => ({ _id, username })
const user = (_id: string, username: string) => ({ _id, username }) as unknown as User

const live: LiveData = {
  viewer: 'ada',
  posts: [
    post('p1', 'theo'),
    post('p2', 'ada'),
    post('p3', 'mira', [comment('c1', 'mira'), comment('c2', 'ada')]),
  ],
  users: [user('u1', 'ada'), user('u2', 'mira'), user('u3', 'theo')],
}

it.each([
  ['GET /api/posts', '/api/posts'],
  ['GET /api/posts/:postId', '/api/posts/p1'],
  ['GET /api/posts/user/:username', '/api/posts/user/theo'],
  ['GET /api/comments/:postId', '/api/comments/p1'],
  ['GET /api/users/:id', '/api/users/u2'],
] as const)('fills %s with ids of existing rows', (name, path) => {
  expect(fillPath(name, live)).toBe(path)
})

it.each([
  ['POST /api/posts/edit/:postId', '/api/posts/edit/p2'],
  ['DELETE /api/posts/:postId', '/api/posts/p2'],
  ['POST /api/posts/like/:postId', '/api/posts/like/p1'],
  ['POST /api/comments/edit/:postId/:commentId', '/api/comments/edit/p3/c2'],
  ['POST /api/comments/downvote/:postId/:commentId', '/api/comments/downvote/p3/c1'],
  ['POST /api/users/follow/:id', '/api/users/follow/u2'],
] as const)('fills %s with ids of own rows, or those of others', (name, path) => {
  expect(fillPath(name, live)).toBe(path)
})

it('uses any row if the call succeeds for none', () => {
  const asOutsider = { ...live, viewer: 'kenji' }
  expect(fillPath('DELETE /api/posts/:postId', asOutsider)).toBe('/api/posts/p1')
})

it('leaves parameters without a matching row unchanged', () => {
  const empty = { posts: [], users: [] }
  expect(fillPath('GET /api/posts/:postId', empty)).toBe('/api/posts/:postId')
  const noComments = { posts: [post('p1', 'theo')], users: [] }
  expect(fillPath('POST /api/comments/upvote/:postId/:commentId', noComments)).toBe(
    '/api/comments/upvote/p1/:commentId',
  )
})

it('encodes names as a single path segment', () => {
  const special = { posts: [post('p1', 'a/b?c')], users: [] }
  expect(fillPath('GET /api/posts/user/:username', special)).toBe('/api/posts/user/a%2Fb%3Fc')
})
