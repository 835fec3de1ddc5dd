import { expect, test } from 'vitest'
import { calls } from '../src/contract/calls.ts'
import type { Router } from './find-route.ts'
import { routedByPath } from './find-route.ts'
import { routed } from './msw-handlers.ts'

const find = async (router: Router, method: string, path: string) => {
  const reply = router(async (request, route) => Response.json({ method: request.method, route }))
  const response = await reply(new Request(`http://club.test${path}`, { method }))
  return method === 'HEAD' ? response.status : response.json()
}

const addresses = Object.keys(calls).map((name) => {
  const [method = '', path = ''] = name.split(' ')
  return [method, path] as const
})

const requests: [method: string, path: string][] = [
  ...addresses.map(([method, path]): [string, string] => [method, path.replace(/:\w+/g, 'a%20b')]),
  ...addresses.map(([method, path]): [string, string] => [
    method,
    `${path.replace(/:\w+/g, 'x')}/?limit=2`,
  ]),
  ['GET', '/api/users/'],
  ['GET', '/api/posts/user/'],
  ['GET', '/api/posts/a/b/c'],
  ['GET', '/API/posts'],
  ['GET', '/api/test-todos'],
  ['DELETE', '/api/posts'],
  ['PUT', '/api/posts'],
  ['HEAD', '/api/posts'],
  ['GET', '/api/users/%zz'],
  ['GET', '/'],
]

test.each(requests)('%s %s has the call that MSW finds', async (method, path) => {
  expect(await find(routedByPath, method, path)).toEqual(await find(routed, method, path))
})
