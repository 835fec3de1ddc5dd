import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { KEY_HEADER } from '../src/contract/call.ts'
import { guest } from '../src/contract/guest.ts'
import { type ErrorLine, errorLine, type LogLine } from './log.ts'
import { httpApi } from './testing/http-api.ts'

const NAME = '01939e5c-7a00-7000-8000-000000000001'

async function loggingClub() {
  const lines: LogLine[] = []
  const errors: ErrorLine[] = []
  const api = await httpApi({
    log: (line) => lines.push(line),
    logError: (line) => errors.push(line),
  })
  const { encodedToken, foundUser } = await (await api.post('/api/auth/login', guest)).json()
  lines.length = 0
  return { ...api, lines, errors, token: encodedToken as string, userId: foundUser._id as string }
}

test('the line of a write names its user, its route and the write, and never the token', async () => {
  const { post, lines, token, userId } = await loggingClub()
  await post('/api/posts', { content: 'A secret' }, { authorization: token, [KEY_HEADER]: NAME })
  expect(lines).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'POST',
      path: '/api/posts',
      route: '/api/posts',
      status: 201,
      ms: expect.any(Number),
      address: expect.any(String),
      user: userId,
      write: NAME,
      writes: undefined,
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(token.slice(-20))
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('a user is logged for a valid token only', async () => {
  const { send, lines, token, userId } = await loggingClub()
  const headers = { Prefer: 'people=own' }
  await send('/api/posts?limit=1', { headers: { ...headers, authorization: token } })
  await send('/api/posts?limit=1', { headers: { ...headers, authorization: `${token}x` } })
  await send('/api/users/bookmark', { headers: { authorization: `Bearer ${token}` } })
  expect(lines.map(({ user }) => user)).toEqual([userId, undefined, userId])
})

test('a key that is no name of a write is not logged', async () => {
  const { post, lines, token } = await loggingClub()
  await post('/api/posts', { content: 'x' }, { authorization: token, [KEY_HEADER]: 'password1' })
  expect(lines).toMatchObject([{ status: 201, write: undefined }])
})

test('the route is the pattern that replies', async () => {
  const { send, lines } = await loggingClub()
  for (const path of ['/api/posts/1', '/api/posts/following', '/api/none', '/healthz', '/x']) {
    await send(path)
  }
  expect(lines.map(({ route }) => route)).toEqual([
    '/api/posts/:postId',
    '/api/posts/following',
    '/api/*',
    '/healthz',
    '/*',
  ])
})

test('the line of a sync has the writes in it, with their statuses', async () => {
  const { post, lines, token, userId } = await loggingClub()
  const write = { name: NAME, params: {}, authorization: token }
  const sync = {
    since: '',
    viewers: [userId],
    tokens: [],
    nonce: '1',
    writes: [
      { ...write, call: 'POST /api/posts', body: { content: 'x' } },
      {
        ...write,
        name: NAME.replace(/1$/, '2'),
        call: 'POST /api/posts/like/:postId',
        params: { postId: 'none' },
        body: undefined,
      },
    ],
  }
  await post('/api/changes', sync, { authorization: token })
  expect(lines).toMatchObject([
    { route: '/api/changes', writes: { [NAME]: 201, [NAME.replace(/1$/, '2')]: 404 } },
  ])
})

test('a write that finds no space is logged with its stack and its request, and the reply has no stack', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const { post, errors, token, userId } = await loggingClub()
  const [database] = exec.mock.contexts as DatabaseSync[]
  exec.mockRestore()
  database?.exec('PRAGMA query_only = 1')
  const reply = await post('/api/posts', { content: 'x' }, { authorization: token })
  expect(reply.status).toBe(500)
  expect(await reply.text()).not.toContain('at ')
  expect(errors).toMatchObject([
    {
      method: 'POST',
      path: '/api/posts',
      user: userId,
      error: expect.stringMatching(/^Error: attempt to write a readonly database\n {4}at /),
    },
  ])
})

test('the causes of an error are in its line', () => {
  const { error } = errorLine(new Error('The disk is gone', { cause: new Error('EIO') }))
  expect(error).toMatch(/^Error: The disk is gone\n {4}at .*\nCaused by: Error: EIO\n {4}at /s)
})
