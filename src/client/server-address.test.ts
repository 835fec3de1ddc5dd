import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { forPage, forServer, onServer } from './server-address.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.stubEnv('VITE_API_URL', 'https://api.test/')
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://app.test/homePage'))
  vi.stubGlobal('localStorage', { getItem: () => 'token-1' })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('only a path of the API leads to the server', () => {
  expect(onServer('/api/posts?limit=2')).toBe('https://api.test/api/posts?limit=2')
  expect(onServer('/mock')).toBe('/mock')
  expect(onServer('https://elsewhere.test/api/posts')).toBe('https://elsewhere.test/api/posts')
})

const post = {
  content: '/api/uploads/1 https://api.test/x',
  imageUrl: '/api/uploads/1',
  userPhoto: '/seed/people/mira.svg',
  comments: [{ imageUrl: 'https://pictures.test/a.webp', userPhoto: '' }],
  likes: { likedBy: [{ profilePhoto: { default: '/seed/people/guest.svg', chosen: '' } }] },
}

test('pictures of the server get its address for the page, and nothing else changes', () => {
  expect(forPage(post)).toEqual({
    ...post,
    imageUrl: 'https://api.test/api/uploads/1',
    userPhoto: 'https://api.test/seed/people/mira.svg',
    likes: {
      likedBy: [
        { profilePhoto: { default: 'https://api.test/seed/people/guest.svg', chosen: '' } },
      ],
    },
  })
  expect(forServer(forPage(post))).toEqual(post)
  expect(forServer('https://api.test/api/uploads/1')).toBe('/api/uploads/1')
})

test('a call goes to the server without a worker, and its pictures are those of the server', async () => {
  sent.mockResolvedValue(Response.json({ posts: [post] }, { status: 201 }))
  const body = { content: 'Hi', imageUrl: 'https://api.test/api/uploads/1' }
  const { posts } = await call('POST /api/posts', { body })
  expect(posts[0]?.imageUrl).toBe('https://api.test/api/uploads/1')
  const [url, init] = sent.mock.lastCall ?? expect.unreachable()
  expect(url).toBe('https://api.test/api/posts')
  expect(JSON.parse(String(init.body)).imageUrl).toBe('/api/uploads/1')
  expect(init.headers).toMatchObject({ authorization: 'token-1', prefer: 'return=minimal' })
  // The token is in a header, so no cookies of the server are sent.
  expect(init.credentials).toBeUndefined()
})
