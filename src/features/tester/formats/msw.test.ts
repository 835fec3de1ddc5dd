// The exported handlers, run by MSW.
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST, type Method } from '../request/request-model.ts'
import type { Recorded } from './exported.ts'
import { writers } from './writers.ts'

beforeEach(() => void vi.stubGlobal('location', new URL('http://gearheads.test/mock')))
afterEach(() => void vi.unstubAllGlobals())

function recorded(method: Method, endpoint: string, status: number, data: unknown): Recorded {
  const text = JSON.stringify(data)
  const answer = { status, statusText: '', headers: {}, text, bytes: text.length }
  return { request: { ...DEFAULT_REQUEST, method, endpoint }, answer }
}

/** The handlers in the code of a module that imports MSW. */
function run(code: string): RequestHandler[] {
  const body = code.replace(/^import .*\n/, '').replace('export const handlers =', 'return')
  const Code = (() => {}).constructor as FunctionConstructor
  return new Code('http', 'HttpResponse', body)(http, HttpResponse)
}

it('answers as recorded at any origin, in the recorded order, of which the last reply stays', async () => {
  const content = `It's "here": \\ $HOME {{ \`x\` \u2028`
  const given = [
    recorded('GET', '/api/users/1', 200, { user: { username: 'mira' } }),
    recorded('GET', '/api/users/none', 404, { error: ['No.'] }),
    recorded('POST', '/api/posts', 201, { posts: [{ content }] }),
    recorded('GET', '/api/posts?limit=1', 200, { posts: [{}] }),
    recorded('GET', '/api/posts?limit=1', 503, { error: ['Later.'] }),
  ]
  const server = setupServer(...run(writers['MSW handlers'](given).text))
  server.listen()
  const answer = async (path: string, method = 'GET') => {
    const response = await fetch(`http://any.test${path}`, { method })
    return [response.status, await response.json()]
  }
  expect(await answer('/api/users/1')).toEqual([200, { user: { username: 'mira' } }])
  expect(await answer('/api/users/none')).toEqual([404, { error: ['No.'] }])
  expect(await answer('/api/posts', 'POST')).toEqual([201, { posts: [{ content }] }])
  expect(await answer('/api/posts?limit=1')).toEqual([200, { posts: [{}] }])
  for (const _ of [1, 2]) expect((await answer('/api/posts?limit=1'))[0]).toBe(503)
  server.close()
})
