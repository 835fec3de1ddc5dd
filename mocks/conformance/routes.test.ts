import { expect, test } from 'vitest'
import { UNDEFINED_ROUTE } from '../../src/contract/errors.ts'
import { succeed } from './client.ts'
import { people, scene } from './scene.ts'
import { send } from './server.ts'

test.each([
  'GET /api/test-todos',
  'POST /api/test-todos',
  'PUT /api/posts',
  'PATCH /api/users/1',
  'DELETE /api/users/1',
  'GET /api/posts/like/1/2',
  'POST /api/posts/1',
  'GET /api/posts/1/comments',
])('%s returns the error of an undefined route (R11.31, R12.10)', async (line) => {
  const [method, path] = line.split(' ')
  const response = await send(`${path}?limit=2`, { method })
  expect(response.status).toBe(404)
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(await response.json()).toEqual({
    error: [
      `Your app tried to ${method} '${path}', but there was no route defined to handle this request.`,
    ],
    description: UNDEFINED_ROUTE,
  })
})

// R7.4 writes these two paths with a trailing slash.
test("GET /api/users/bookmark/ returns the viewer's bookmarks, not a user (R7.4)", async () => {
  const { token } = (await people()).author
  const response = await send('/api/users/bookmark/', { headers: { authorization: token } })
  expect([response.status, await response.json()]).toEqual([200, { bookmarks: expect.any(Array) }])
})

test('POST /api/posts/ creates a post (R12.11)', async () => {
  const { token } = (await people()).author
  const headers = {
    authorization: token,
    'Content-Type': 'application/json',
    Prefer: 'return=minimal',
  }
  const response = await send('/api/posts/', { method: 'POST', headers, body: '{"content":"/"}' })
  const { posts } = await response.json()
  expect([response.status, posts.length, posts[0].content]).toEqual([201, 1, '/'])
})

test('JSON is parsed with any content type', async () => {
  const { onPost, reader } = await scene()
  const headers = { authorization: reader.token, 'Content-Type': 'text/plain' }
  const path = `/api/comments/add/${onPost.params.postId}`
  const response = await send(path, { method: 'POST', headers, body: '{"content":"Plain"}' })
  expect(response.status).toBe(201)
  const { comments } = await succeed('GET /api/comments/:postId', onPost)
  expect(comments[0]?.content).toBe('Plain')
})
