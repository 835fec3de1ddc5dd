import { afterEach, expect, test, vi } from 'vitest'
import { UNDEFINED_ROUTE } from '../src/contract/errors.ts'
import { handlers } from './handlers/handlers.ts'
import { testApi } from './testing/api.ts'
import { callNames, prepare } from './testing/examples.ts'

afterEach(() => vi.restoreAllMocks())

test.each(callNames)('%s reaches its own handler', async (name) => {
  const { ask } = await prepare(name)
  const spies = callNames.map((other) => ({ other, spy: vi.spyOn(handlers, other) }))
  await ask()
  const reached = spies.flatMap(({ other, spy }) => spy.mock.calls.map(() => other))
  expect(reached).toEqual([name])
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'a %s that no call serves is answered as undefined route',
  async (method) => {
    const response = await testApi().send('/api/test-todos', { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      error: [
        `Your app tried to ${method} '/api/test-todos', but there was no route defined to handle this request.`,
      ],
      description: 'UNDEFINED_ROUTE',
    })
  },
)

test.each([
  'PUT /api/posts',
  'PATCH /api/users/1',
  'DELETE /api/users/1',
  'POST /api/posts/1',
  'GET /api/posts/like/1/2',
  'GET /api',
  'GET /api/posts/1/comments',
])('%s is an undefined route, with its query left out of the text', async (line) => {
  const [method, path] = line.split(' ')
  const response = await testApi().send(`${path}?limit=2`, { method })
  const { error, description } = await response.json()
  expect([response.status, description]).toEqual([404, UNDEFINED_ROUTE])
  expect(error[0]).toContain(`${method} '${path}', but`)
})

test('a refusal has no description', async () => {
  const response = await testApi().send('/api/posts/999')
  expect(await response.json()).toEqual({
    error: ['There is no such post. It may have been deleted.'],
  })
})

test('GET /api/posts/ is the feed', async () => {
  const { send, call } = testApi()
  const response = await send('/api/posts/')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual((await call('GET /api/posts')).data)
})

test('POST /api/posts/ writes a post', async () => {
  const { send, logIn, readPost } = testApi()
  const { token } = await logIn()
  const headers = { authorization: token }
  const init = { method: 'POST', headers, body: '{"content":"With a slash"}' }
  expect((await send('/api/posts/', init)).status).toBe(201)
  expect((await readPost('6')).content).toBe('With a slash')
})

test("GET /api/users/bookmark/ is the viewer's bookmarks, not a user", async () => {
  const { send, logIn } = testApi()
  const { token } = await logIn()
  for (const path of ['/api/users/bookmark', '/api/users/bookmark/']) {
    const response = await send(path, { headers: { authorization: token } })
    expect([response.status, await response.json()]).toEqual([200, { bookmarks: [] }])
  }
})

test('POST /api/users/bookmark/1/ bookmarks a post', async () => {
  const { send, logIn } = testApi()
  const { token } = await logIn()
  const init = { method: 'POST', headers: { authorization: token } }
  const response = await send('/api/users/bookmark/1/', init)
  expect(await response.json()).toMatchObject({ bookmarks: [{ id: '1' }] })
})
