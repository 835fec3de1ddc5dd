import { afterEach, expect, test, vi } from 'vitest'
import { UNDEFINED_ROUTE } from '../src/contract/errors.ts'
import { handlers } from './handlers/handlers.ts'
import { testApi } from './testing/api.ts'
import { callNames, prepareExample } from './testing/examples.ts'

afterEach(() => vi.restoreAllMocks())

test.each(callNames)('%s reaches its own handler', async (name) => {
  const { ask } = await prepareExample(name)
  const spies = callNames.map((other) => ({ other, spy: vi.spyOn(handlers, other) }))
  await ask()
  const reached = spies.flatMap(({ other, spy }) => spy.mock.calls.map(() => other))
  expect(reached).toEqual([name])
})

test.each(['OPTIONS /api/test-todos', 'GET /api'])(
  '%s is an undefined route, and the text omits its query',
  async (line) => {
    const [method, path] = line.split(' ')
    const response = await testApi().send(`${path}?limit=2`, { method })
    const { error, description } = await response.json()
    expect([response.status, description]).toEqual([404, UNDEFINED_ROUTE])
    expect(error[0]).toContain(`${method} '${path}', but`)
  },
)

test('POST /api/users/bookmark/1/ bookmarks a post', async () => {
  const { send, logIn } = testApi()
  const { token } = await logIn()
  const init = { method: 'POST', headers: { authorization: token } }
  const response = await send('/api/users/bookmark/1/', init)
  expect(await response.json()).toMatchObject({ bookmarks: [{ id: '1' }] })
})
