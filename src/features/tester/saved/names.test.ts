import { expect, it } from 'vitest'
import { slugOf, suggestName, uniqueName } from './names.ts'

it.each([
  ['Log in (Mira)', 'log-in-mira'],
  ['  Création d’un post ', 'creation-d-un-post'],
  ['Вход 2', 'вход-2'],
  ['!!!', ''],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

it('numbers a name whose slug is taken (R14.22)', () => {
  expect(uniqueName('Post', ['post', 'Post 2'])).toBe('Post 3')
  expect(uniqueName('Post', ['posts'])).toBe('Post')
  expect(slugOf(uniqueName('?', []))).not.toBe('')
})

it.each([
  ['/api/auth/login', 'login'],
  ['/api/posts/like/01a20fa5-0bad-7000-904d-533acc05b015?x=y', 'like'],
  ['/api/comments/add/{{post.posts[0]._id}}', 'add'],
  ['', 'request'],
])('suggests a name for %j: %j', (endpoint, name) => {
  expect(suggestName(endpoint, [])).toBe(name)
})
