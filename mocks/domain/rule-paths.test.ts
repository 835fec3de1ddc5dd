import { expect, test } from 'vitest'
import { seedUsers } from '../seed/users.ts'
import { testApi } from '../testing/api.ts'

/** The status of each request while `rule` fails with 503. */
async function statusesWith(rule: { method: string; path: string }, ...paths: string[]) {
  const { call, send } = testApi()
  const { status } = await call('POST /api/mock/settings', {
    body: { failures: [{ ...rule, status: 503 }] },
  })
  expect(status).toBe(200)
  return Promise.all(paths.map(async (path) => (await send(path)).status))
}

async function idOfPost2() {
  const { data } = await testApi().call('GET /api/posts/:postId', { params: { postId: '2' } })
  return data.post._id
}

test('a rule for one row applies by either of its ids, and to no other row', async () => {
  const uuid = await idOfPost2()
  const paths = ['/api/posts/2', `/api/posts/${uuid}`, '/api/posts/3', '/api/users/2']
  for (const path of ['/api/posts/2', `/api/posts/${uuid}`]) {
    expect(await statusesWith({ method: 'GET', path }, ...paths)).toEqual([503, 503, 200, 200])
  }
  const users = [`/api/users/${seedUsers[0]?._id}`, '/api/users/1', '/api/users/2']
  const path = '/api/users/1'
  expect(await statusesWith({ method: '*', path }, ...users)).toEqual([503, 503, 200])
})

test('a slash at the end of the address or of the rule makes no difference', async () => {
  const paths = ['/api/posts', '/api/posts/', '/api/posts/2', '/api/posts/2/', '/api/none/']
  const statuses = (path: string) => statusesWith({ method: 'GET', path }, ...paths)
  expect(await statuses('/api/posts/')).toEqual([503, 503, 200, 200, 404])
  expect(await statuses('/api/posts/2')).toEqual([200, 200, 503, 503, 404])
  expect(await statuses('/api/posts/:postId/')).toEqual([200, 200, 503, 503, 404])
  expect(await statuses('/api/none')).toEqual([200, 200, 200, 200, 503])
})

test('a rule for a username applies without regard to case and encoding', async () => {
  const paths = ['/api/posts/user/MIRA', '/api/posts/user/m%69ra', '/api/posts/user/theo']
  const path = '/api/posts/user/mira'
  expect(await statusesWith({ method: 'GET', path }, ...paths)).toEqual([503, 503, 200])
})
